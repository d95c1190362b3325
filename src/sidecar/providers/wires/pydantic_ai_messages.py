"""From our requests to those of pydantic-ai, and from its answers to our tool calls."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby

from pydantic_ai.messages import (
    InstructionPart,
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

from sidecar.domain.surrogates import repair_surrogates
from sidecar.domain.tool import ToolCall
from sidecar.llm import AssistantMessage, ChatMessage, ChatRequest, ToolMessage, ToolSpec, UserMessage
from sidecar.providers.wires.ollama_messages import clean_arguments, valid_arguments
from sidecar.providers.wires.openai_messages import OPENING


def convert_messages(request: ChatRequest) -> list[ModelMessage]:
    """Convert the conversation. All messages between two of the assistant become one request."""
    messages: list[ModelMessage] = []
    if not request.messages or isinstance(request.messages[0], AssistantMessage):
        messages.append(ModelRequest(parts=[UserPromptPart(OPENING)]))
    for is_response, group in groupby(request.messages, lambda message: isinstance(message, AssistantMessage)):
        if is_response:
            messages += [
                ModelResponse(parts=list(_response_parts(m))) for m in group if isinstance(m, AssistantMessage)
            ]
        else:
            messages.append(ModelRequest(parts=[part for message in group for part in _request_parts(message)]))
    return messages


def convert_parameters(request: ChatRequest, *, native_schema: bool) -> ModelRequestParameters:
    """Convert system prompt, tools and schema. Without `native_schema` the schema is described in the prompt."""
    schema = request.json_schema
    return ModelRequestParameters(
        function_tools=[_tool(spec) for spec in request.tools],
        instruction_parts=[InstructionPart(content=request.system)] if request.system else [],
        output_mode="text" if schema is None else "native" if native_schema else "prompted",
        output_object=None if schema is None else OutputObjectDefinition(dict(schema), name="answer", strict=False),
    )


def parse_tool_calls(response: ModelResponse) -> tuple[ToolCall, ...]:
    return tuple(_call(part) for part in response.parts if isinstance(part, ToolCallPart))


def _response_parts(message: AssistantMessage) -> Iterable[ModelResponsePart]:
    if message.text:
        yield TextPart(message.text)
    for call in message.tool_calls:
        yield ToolCallPart(call.name, valid_arguments(call.arguments), call.id)


def _request_parts(message: ChatMessage) -> Iterable[ModelRequestPart]:
    match message:
        case UserMessage():
            yield UserPromptPart(message.text)
        case ToolMessage():
            yield ToolReturnPart(message.name, message.content, message.call_id)
        case AssistantMessage():
            raise AssertionError("the assistant's messages are responses")


def _tool(spec: ToolSpec) -> ToolDefinition:
    parameters = dict(spec.parameters)
    return ToolDefinition(name=spec.name, description=spec.description, parameters_json_schema=parameters, strict=False)


def _call(part: ToolCallPart) -> ToolCall:
    arguments = part.args if isinstance(part.args, str) else json.dumps(part.args or {}, ensure_ascii=False)
    return ToolCall(repair_surrogates(part.tool_call_id), repair_surrogates(part.tool_name), clean_arguments(arguments))
