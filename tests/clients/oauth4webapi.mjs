// oauth4webapi: every step by hand, each answer checked by the library.

import * as oauth from "oauth4webapi";
import { BASE, MCP, REDIRECT, burn, go } from "./flow.mjs";

const insecure = { [oauth.allowInsecureRequests]: true };
const resource = new URL(MCP);
const described = await oauth.resourceDiscoveryRequest(resource, insecure);
const { authorization_servers: servers } = await oauth.processResourceDiscoveryResponse(
  resource,
  described,
);
const issuer = new URL(servers[0]);
const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
const server = await oauth.processDiscoveryResponse(issuer, discovered);
const registered = await oauth.dynamicClientRegistrationRequest(
  server,
  { client_name: "oauth4webapi", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
  insecure,
);
const client = await oauth.processDynamicClientRegistrationResponse(registered);

const verifier = oauth.generateRandomCodeVerifier();
const state = oauth.generateRandomState();
const ask = new URL(server.authorization_endpoint);
for (const [name, value] of Object.entries({
  client_id: client.client_id,
  redirect_uri: REDIRECT,
  response_type: "code",
  scope: "mcp:read",
  state,
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  resource: MCP,
})) {
  ask.searchParams.set(name, value);
}
const parameters = oauth.validateAuthResponse(server, client, await go(ask), state);
const authentication = oauth.None();
const exchanged = await oauth.authorizationCodeGrantRequest(
  server, client, authentication, parameters, REDIRECT, verifier, insecure,
);
const first = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
const refreshed = await oauth.refreshTokenGrantRequest(
  server, client, authentication, first.refresh_token, insecure,
);
const second = await oauth.processRefreshTokenResponse(server, client, refreshed);
console.log("refreshed");
await burn(client.client_id, second.access_token, first.refresh_token);
const revoked = await oauth.revocationRequest(
  server, client, authentication, second.refresh_token, insecure,
);
await oauth.processRevocationResponse(revoked);
console.log("revoked, for what it was worth");
if (server.issuer !== BASE) throw new Error(server.issuer);
