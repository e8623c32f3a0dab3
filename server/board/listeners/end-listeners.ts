// Ends the listeners that were created with revoked grants, or leaves them to their users.

import type { GrantKey } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { deleteListener, listListenersCreatedWith, setListenersKept } from './listener-store.ts'
import {
  deleteOrganizationListener,
  listOrganizationListenersCreatedWith,
  setOrganizationListenersKept,
} from './organization-listener-store.ts'

export async function endListenersCreatedWith(tx: Tx, grants: readonly GrantKey[], keeps: boolean): Promise<void> {
  if (keeps) {
    await setListenersKept(tx, grants)
    await setOrganizationListenersKept(tx, grants)
    return
  }
  for (const listener of await listListenersCreatedWith(tx, grants)) await deleteListener(tx, listener)
  for (const { id } of await listOrganizationListenersCreatedWith(tx, grants)) await deleteOrganizationListener(tx, id)
}
