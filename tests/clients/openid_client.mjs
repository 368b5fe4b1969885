// openid-client: discovery, registration, code with PKCE, refresh, revocation.

import assert from "node:assert/strict";
import * as client from "openid-client";
import { BASE, MCP, REDIRECT, burn, go, reaches } from "./flow.mjs";

const options = { execute: [client.allowInsecureRequests], algorithm: "oauth2" };
const config = await client.dynamicClientRegistration(
  new URL(BASE),
  { client_name: "openid-client", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
  client.None(),
  options,
);

async function approve() {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const ask = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: "mcp:read",
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
    resource: MCP,
  });
  const back = await go(ask);
  return client.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
}

const first = await approve();
const second = await client.refreshTokenGrant(config, first.refresh_token);
console.log("refreshed");
await burn(config.clientMetadata().client_id, second.access_token, first.refresh_token);
const other = await approve();
await client.tokenRevocation(config, other.access_token);
assert.deepEqual(await reaches(other.access_token), [401, 401]);
console.log("revoked");
