// The developer portal: a person's applications, their personal tokens, and the first steps with the API.

import { useState } from 'react'
import { Shell } from '../session/shell.tsx'
import { useHash } from '../ui/hash.ts'
import { ApplicationDetails } from './application-details.tsx'
import { ApplicationList } from './application-list.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NewApplication } from './new-application.tsx'
import { PersonalTokens } from './personal-tokens.tsx'
import type { Revealed } from './revealed.ts'

const parts = [
  { hash: 'applications', label: 'Applications' },
  { hash: 'tokens', label: 'Personal tokens' },
  { hash: 'first-steps', label: 'First steps' },
]

export function DevelopersPage() {
  const [part = '', ...rest] = useHash().split('/')
  const current = parts.some(one => one.hash === part) ? part : 'applications'
  return (
    <Shell
      title="Developers"
      lead="Programs that use Tessera: on behalf of people as an application, or for yourself with a personal token."
      parts={parts}
      current={current}
    >
      {current === 'applications' && <Applications name={rest.join('/')} />}
      {current === 'tokens' && <PersonalTokens />}
      {current === 'first-steps' && <FirstSteps />}
    </Shell>
  )
}

function Applications({ name }: { name: string }) {
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  if (name === '') return <ApplicationList />
  if (name === 'new') return <NewApplication onMade={setRevealed} />
  const secret = revealed?.client_id === name ? revealed.client_secret : null
  return <ApplicationDetails key={name} client_id={name} secret={secret} onSecret={setRevealed} />
}
