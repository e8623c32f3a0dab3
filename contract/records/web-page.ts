// The web page that a browser object shows, as far as the service knows it.

import { Type } from 'typebox'
import { Picture } from '../picture.ts'
import { oneOf, orNull, text, timestamp } from '../values.ts'

export const WebPage = Type.Object(
  {
    url: text('URL of the page, after redirects'),
    framing: oneOf(['allowed', 'refused', 'unknown'], {
      description: 'Whether the web workspace can show it in a frame; unknown if it could not be fetched',
    }),
    reason: text('Why it cannot be shown in a frame or could not be fetched; otherwise empty'),
    title: text('Title of the page; empty if it has none'),
    picture: orNull(Picture),
    icon: orNull(Picture),
    checked_at: timestamp({ description: 'When the page was last fetched' }),
  },
  { named: 'WebPage', description: 'The web page that a browser object shows, as far as the service knows it' },
)

export const OneWebPage = Type.Object({ page: WebPage })
