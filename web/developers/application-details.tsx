// One application: how programs name it, its settings, its secret, who whitelisted it, and its end.

import { type Application, TesseraError } from '@tessera/client'
import { useSession } from '../session/session.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { ApplicationForm } from './application-form.tsx'
import { ApplicationSecret } from './application-secret.tsx'
import { DeleteApplication } from './delete-application.tsx'
import type { Revealed } from './revealed.ts'
import './application-details.css'

interface ApplicationDetailsProps {
  readonly client_id: string
  /** While it may be seen. */
  readonly secret: string | null
  readonly onSecret: (revealed: Revealed) => void
}

export function ApplicationDetails({ client_id, secret, onSecret }: ApplicationDetailsProps) {
  const { client } = useSession()
  const load = useLoad(signal => findApplication(client.applications.get(client_id, { signal })), [client_id])
  return (
    <>
      <p>
        <a href="#applications">← All applications</a>
      </p>
      <WhenLoaded load={load} lines={8}>
        {application =>
          application === null ? (
            <Empty title="There is no such application">
              <p>It may have been deleted, or belong to somebody else.</p>
            </Empty>
          ) : (
            <>
              <Credentials application={application} secret={secret} onSecret={onSecret} />
              <Panel title="Settings">
                <ApplicationForm application={application} onSaved={next => load.change(() => next)} />
              </Panel>
              <Whitelisted client_id={client_id} />
              <DeleteApplication application={application} />
            </>
          )
        }
      </WhenLoaded>
    </>
  )
}

const findApplication = (got: Promise<{ application: Application }>): Promise<Application | null> =>
  got.then(
    ({ application }) => application,
    failure => {
      if (failure instanceof TesseraError && failure.status === 404) return null
      throw failure
    },
  )

interface CredentialsProps extends Pick<ApplicationDetailsProps, 'secret' | 'onSecret'> {
  readonly application: Application
}

const Credentials = ({ application, secret, onSecret }: CredentialsProps) => (
  <Panel
    title={application.name}
    lead={
      <>
        Registered <Day at={application.created_at} />
      </>
    }
  >
    <dl className="application-ids">
      <div>
        <dt>Client id</dt>
        <dd>
          <code>{application.client_id}</code>
          <CopyButton className="button button-quiet" text={application.client_id} label="Copy the client id">
            Copy
          </CopyButton>
        </dd>
      </div>
      <div>
        <dt>Client secret</dt>
        <dd className="row-note">Kept only as a hash: it is shown once, when it is made.</dd>
      </div>
    </dl>
    <ApplicationSecret application={application} secret={secret} onSecret={onSecret} />
  </Panel>
)

function Whitelisted({ client_id }: { client_id: string }) {
  const { client } = useSession()
  const load = useLoad(
    async signal => (await client.applications.listOrganizations(client_id, { signal })).organizations,
    [client_id],
  )
  return (
    <Panel
      title="Whitelisted by"
      lead="An organization whose Owner or Admin has whitelisted the application lets it keep access with refresh tokens."
    >
      <WhenLoaded load={load} lines={1}>
        {organizations =>
          organizations.length === 0 ? (
            <Empty title="No organization yet">
              <p>
                An Owner or Admin does it once, by opening your authorization address with{' '}
                <code>scope=org&amp;org_id=&lt;organization id&gt;</code> and pressing Allow.
              </p>
            </Empty>
          ) : (
            <ul className="rows">
              {organizations.map(({ id, name, whitelisted_at }) => (
                <li key={id}>
                  <span className="row-name">{name}</span>
                  <span className="row-note">
                    Since <Day at={whitelisted_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Panel>
  )
}
