// The official SDK for TypeScript, version 2, as it decides itself and held to the newest protocol.

import assert from "node:assert/strict";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  refreshAuthorization,
} from "@modelcontextprotocol/client";
import { BASE, MCP, Provider, burn, useTools } from "./flow.mjs";

const provider = new Provider("TypeScript SDK 2");
let transport;
provider.finish = (back) => transport.finishAuth(back.searchParams);
for (const mode of ["auto", "legacy", { pin: "2026-07-28" }]) {
  const connect = async () => {
    transport = new StreamableHTTPClientTransport(new URL(MCP), { authProvider: provider });
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transport);
    return { client };
  };
  const client = await useTools(provider, connect, UnauthorizedError);
  await client.close();
}
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
