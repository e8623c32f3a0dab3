// The arguments of tools that change a board. The schema of an entry is short: the tool's description says which field
// belongs to which operation and kind, and the API checks every entry and names what is wrong with it.

import { kindNames, type ListedChange, maxChanges, stackMoves } from '@tessera/contract'
import { Type } from 'typebox'

const objectName = () => Type.Union([Type.String(), Type.Object({ ref: Type.String() })])
const word = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words] })

export const changesInput = () =>
  Type.Unsafe<ListedChange[]>(
    Type.Array(
      Type.Object({
        op: word(['create', 'update', 'delete', 'restore', 'order', 'group', 'ungroup']),
        kind: Type.Optional(word(kindNames)),
        ref: Type.Optional(Type.String({ description: 'For create: names the new object in this list' })),
        id: Type.Optional(objectName()),
        data: Type.Optional(
          Type.Object(
            {},
            { additionalProperties: true, description: 'For create and update: the fields of the object' },
          ),
        ),
        ids: Type.Optional(Type.Array(objectName(), { description: 'For order and group' })),
        to: Type.Optional(word(stackMoves)),
        above: Type.Optional(objectName()),
        below: Type.Optional(objectName()),
        group: Type.Optional(Type.String({ description: 'For ungroup' })),
        version: Type.Optional(
          Type.Integer({ description: 'For update and delete: rejected if the object has another version' }),
        ),
      }),
      { minItems: 1, maxItems: maxChanges },
    ),
  )

export const ifSeqInput = () =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'The seq of the board as you read it: if it has changed since, nothing is done and you get the changes',
    }),
  )

export const dryRunInput = () =>
  Type.Optional(
    Type.Boolean({ description: 'True: validate everything and return what would happen, but change nothing' }),
  )
