// The icon of an object in lists: that of its kind, and for a shape its form.

import type { BoardObject } from '@tessera/client'
import { FormIcon } from '../icons/form-icon.tsx'
import { Icon } from '../icons/icon.tsx'
import { workspaceKindOf } from '../kinds/index.ts'

export const ObjectIcon = ({ object }: { object: BoardObject }) =>
  'form' in object ? <FormIcon form={object.form} /> : <Icon name={workspaceKindOf(object).icon} />
