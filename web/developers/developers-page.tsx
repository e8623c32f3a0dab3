// The developer portal: the user's applications, personal tokens, and a quickstart for the API.

import { useState } from 'react'
import { Shell } from '../session/shell.tsx'
import { useHash } from '../ui/hash.ts'
import { ApplicationDetails } from './application-details.tsx'
import { ApplicationList } from './application-list.tsx'
import { useDevelopersMessages } from './developers-messages.ts'
import { FirstSteps } from './first-steps.tsx'
import { NewApplication } from './new-application.tsx'
import { PersonalTokens } from './personal-tokens.tsx'
import type { RevealedSecret } from './revealed.ts'

export function DevelopersPage() {
  const messages = useDevelopersMessages()
  const parts = Object.entries(messages.parts).map(([hash, label]) => ({ hash, label }))
  const [part = '', ...rest] = useHash().split('/')
  const current = parts.some(one => one.hash === part) ? part : 'applications'
  return (
    <Shell title={messages.title} lead={messages.lead} parts={parts} current={current}>
      {current === 'applications' && <Applications name={rest.join('/')} />}
      {current === 'tokens' && <PersonalTokens />}
      {current === 'first-steps' && <FirstSteps />}
    </Shell>
  )
}

function Applications({ name }: { name: string }) {
  const [revealed, setRevealed] = useState<RevealedSecret | null>(null)
  if (name === '') return <ApplicationList />
  if (name === 'new') return <NewApplication onMade={setRevealed} />
  const secret = revealed?.client_id === name ? revealed.client_secret : null
  return <ApplicationDetails key={name} client_id={name} secret={secret} onSecret={setRevealed} />
}
