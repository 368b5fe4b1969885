"""The official SDK for Python: discovery, registration, consent, whoami, refresh, replay."""

import asyncio
import sys
import urllib.parse

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

import flow


class Storage:
    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def main(mode):
    storage = Storage()
    went = []

    async def redirect(url):
        went.append(flow.go(url))

    async def callback():
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(went[-1]).query)
        one = lambda name: query.get(name, [None])[0]
        return AuthorizationCodeResult(code=one("code"), state=one("state"), iss=one("iss"))

    metadata = OAuthClientMetadata(
        client_name=f"Python SDK, {mode}",
        redirect_uris=[flow.REDIRECT],
        scope="mcp:read",
    )
    provider = OAuthClientProvider(flow.MCP, metadata, storage, redirect, callback)
    async with httpx2.AsyncClient(auth=provider, timeout=60) as http:
        async with Client(streamable_http_client(flow.MCP, http_client=http), mode=mode) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            assert tools[0] == "whoami", tools
            answer = await client.call_tool("whoami", {})
            assert not answer.is_error, answer
            told = answer.structured_content["data"]
            assert told["grants"] == ["mcp:read"], told
            print(client.protocol_version, told["person"]["name"], f"{len(tools)} tools")
            expected = {"legacy": "2025-11-25"}.get(mode, "2026-07-28")
            assert client.protocol_version == expected, client.protocol_version
    first = storage.tokens
    code, second = flow.refresh(storage.client.client_id, first.refresh_token)
    assert code == 200, second
    assert second["refresh_token"] != first.refresh_token
    print("refreshed")
    flow.burn(storage.client.client_id, second["access_token"], first.refresh_token)


asyncio.run(main(sys.argv[1]))
