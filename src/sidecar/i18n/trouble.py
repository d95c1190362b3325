"""Why a model gave no answer, in a few words: for whoever knows only the error's code."""

from __future__ import annotations

from sidecar.i18n.texts import Texts


def trouble(code: str, say: Texts) -> str:
    """`code` is that of a `ModelError`."""
    match code:
        case "model_busy":
            return say("the model is busy")
        case "model_unreachable":
            return say("I cannot reach the model")
        case "model_timeout":
            return say("the model takes too long")
        case "model_cut":
            return say("its answers break off")
        case "model_empty":
            return say("its answers are empty")
        case "model_refused":
            return say("the provider does not let me in")
        case "model_rejected":
            return say("the provider turns it down")
        case _:
            return say("the model failed")
