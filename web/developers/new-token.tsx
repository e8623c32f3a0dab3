// The form that creates a personal token.

import type { Token } from '@tessera/client'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { useDevelopersWords } from './developers-words.ts'

export function NewToken({ onMade }: { onMade: (token: Token) => void }) {
  const { client } = useSession()
  const words = useDevelopersWords()
  const [name, setName] = useState('')
  const [days, setDays] = useState('15')
  const create = useAction(async () => {
    const { token } = await client.tokens.create({ name, days: Number(days) })
    setName('')
    onMade(token)
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    create.run()
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <div className="form-pair">
        <TextField
          label={words.name}
          hint={words.tokenNameHint}
          value={name}
          onChange={event => setName(event.target.value)}
          error={create.fieldErrors.name}
          maxLength={255}
          autoComplete="off"
        />
        <TextField
          label={words.days}
          hint={words.daysHint}
          type="number"
          min={1}
          max={15}
          value={days}
          onChange={event => setDays(event.target.value)}
          error={create.fieldErrors.days}
        />
      </div>
      <ErrorMessage text={create.error} />
      <div className="form-actions">
        <Button type="submit" look="primary" disabled={create.isBusy}>
          {create.isBusy ? words.makingIt : words.makeIt}
        </Button>
      </div>
    </form>
  )
}
