// The results of two independent linters for the OpenAPI document: Redocly with its rule set `recommended`, and
// Spectral with `spectral:oas`.

import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

export async function lintOpenApi(document: string): Promise<string[]> {
  return [...(await lintWithRedocly(document)), ...(await lintWithSpectral(document))]
}

/** The contact is the operator of a server, which the document does not know. */
const rulesOff = { 'info-contact': 'off' }

async function lintWithRedocly(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
  )
}

async function lintWithSpectral(document: string): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas], rules: rulesOff } as never)
  const problems = await linter.run(JSON.parse(document))
  return problems.map(({ code, message, path }) => `spectral ${code}: ${message} (${path.join('/')})`)
}
