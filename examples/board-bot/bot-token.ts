// The access token of a bot, from the client credentials of its application. It is valid for an hour.

/** Returns the function that `openLive` asks for a token: it fetches one at first, and again when one was refused. */
export function botToken(url: string, clientId: string, clientSecret: string) {
  let token: string | null = null
  return async (refused: string | null): Promise<string | null> => {
    if (token !== null && token !== refused) return token
    const response = await fetch(`${url}/api/v2/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: 'read write',
      }),
    })
    if (!response.ok) throw new Error(`No token for the bot: ${await response.text()}`)
    token = ((await response.json()) as { access_token: string }).access_token
    return token
  }
}
