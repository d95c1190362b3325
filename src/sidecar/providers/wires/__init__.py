"""The protocols of providers: conversion of requests, answers and errors."""
