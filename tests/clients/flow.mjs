// What the JavaScript clients have in common.

import assert from "node:assert/strict";
import readline from "node:readline";

export const BASE = process.env.BASE_URL;
export const MCP = process.env.MCP_URL;
export const REDIRECT = "http://127.0.0.1:3999/callback";

/** Sends the person there; the address that they were sent back to. */
export async function go(url) {
  console.log(`AUTHORIZE ${url}`);
  const lines = readline.createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return new URL(line);
  }
  throw new Error("nobody came back");
}

/** HTTP status of both interfaces for the token. */
export async function reaches(token) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const whoami = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "whoami" } };
  const rest = await fetch(`${BASE}/api/v1/workspaces`, { headers });
  const tools = await fetch(MCP, { method: "POST", headers, body: JSON.stringify(whoami) });
  return [rest.status, tools.status];
}

/** Replays a refresh token that was used before: everything of its family is dead at once. */
export async function burn(clientId, access, old) {
  assert.deepEqual(await reaches(access), [200, 200]);
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: old,
    client_id: clientId,
  });
  const answer = await fetch(`${BASE}/oauth/mcp/token`, { method: "POST", body });
  assert.equal(answer.status, 400);
  assert.equal((await answer.json()).error, "invalid_grant");
  assert.deepEqual(await reaches(access), [401, 401]);
  console.log("a replay burned the family on both interfaces");
}

/** What both versions of the MCP SDK ask of an application that signs in. */
export class Provider {
  redirectUrl = REDIRECT;
  constructor(name) {
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: "mcp:read",
    };
  }
  state() { return "state-of-this-client"; }
  clientInformation() { return this.client; }
  saveClientInformation(client) { this.client = client; }
  tokens() { return this.saved; }
  saveTokens(tokens) { this.saved = tokens; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  codeVerifier() { return this.verifier; }
  saveDiscoveryState(state) { this.discovered = state; }
  discoveryState() { return this.discovered; }
  async redirectToAuthorization(url) { this.back = await go(url); }
}

/** Connects, lets the person approve when that is asked for, and looks who is there. */
export async function useTools(provider, connect, UnauthorizedError) {
  let client;
  try {
    ({ client } = await connect());
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    await provider.finish(provider.back);
    ({ client } = await connect());
  }
  const { tools } = await client.listTools();
  assert.equal(tools[0].name, "whoami");
  const answer = await client.callTool({ name: "whoami", arguments: {} });
  assert.ok(!answer.isError, JSON.stringify(answer));
  assert.deepEqual(answer.structuredContent.data.grants, ["mcp:read"]);
  console.log(`${answer.structuredContent.data.person.name}, ${tools.length} tools`);
  return client;
}
