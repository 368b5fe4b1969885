// The official SDK for TypeScript, version 1: it shakes hands.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { UnauthorizedError, refreshAuthorization } from "@modelcontextprotocol/sdk/client/auth.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { BASE, MCP, Provider, burn, useTools } from "./flow.mjs";

const provider = new Provider("TypeScript SDK 1");
let transport;
provider.finish = (back) => transport.finishAuth(back.searchParams.get("code"));
async function connect() {
  transport = new StreamableHTTPClientTransport(new URL(MCP), { authProvider: provider });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return { client };
}

const client = await useTools(provider, connect, UnauthorizedError);
await client.ping();
await client.close();
const first = provider.saved;
const metadata = await (await fetch(`${BASE}/.well-known/oauth-authorization-server`)).json();
const second = await refreshAuthorization(BASE, {
  metadata,
  clientInformation: provider.client,
  refreshToken: first.refresh_token,
  resource: new URL(MCP),
});
assert.notEqual(second.refresh_token, first.refresh_token);
console.log("refreshed");
await burn(provider.client.client_id, second.access_token, first.refresh_token);
