// What the service knows of the page that a browser object shows.

import { Type } from 'typebox'
import { Picture } from '../picture.ts'
import { oneOf, orNull, timestamp } from '../values.ts'

export const WebPage = Type.Object({
  url: Type.String({ description: 'Where the page is, after redirects' }),
  framing: oneOf(['allowed', 'refused', 'unknown'], {
    description: 'Whether the web workspace may show it in a frame; unknown where it could not be looked at',
  }),
  reason: Type.String({ description: 'Why it may not be framed or could not be looked at; otherwise empty' }),
  title: Type.String({ description: 'Empty where it has none' }),
  picture: orNull(Picture),
  icon: orNull(Picture),
  checked_at: timestamp(),
})

export const OneWebPage = Type.Object({ page: WebPage })
