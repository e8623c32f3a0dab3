// One application: client ID, settings, secret, the organizations that whitelisted it, and deletion.

import { type Application, TesseraError } from '@tessera/client'
import { scopes } from '@tessera/contract/scopes'
import { useSession } from '../session/session.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { ApplicationForm } from './application-form.tsx'
import { ApplicationSecret } from './application-secret.tsx'
import { DeleteApplication } from './delete-application.tsx'
import type { RevealedSecret } from './revealed.ts'
import './application-details.css'
import { useDevelopersMessages } from './developers-messages.ts'

interface ApplicationDetailsProps {
  readonly client_id: string
  /** Set while the secret can be shown. */
  readonly secret: string | null
  readonly onSecret: (revealed: RevealedSecret) => void
}

export function ApplicationDetails({ client_id, secret, onSecret }: ApplicationDetailsProps) {
  const { client } = useSession()
  const messages = useDevelopersMessages()
  const load = useLoad(signal => findApplication(client.applications.get(client_id, { signal })), [client_id])
  return (
    <>
      <p>
        <a href="#applications">{messages.back}</a>
      </p>
      <WhenLoaded load={load} lines={8}>
        {application =>
          application === null ? (
            <Empty title={messages.unknown}>
              <p>{messages.unknownHint}</p>
            </Empty>
          ) : (
            <>
              <Credentials application={application} secret={secret} onSecret={onSecret} />
              <Panel title={messages.settings}>
                <ApplicationForm
                  application={application}
                  onSaved={({ client_secret, ...next }) => {
                    load.change(() => next)
                    if (client_secret) onSecret({ client_id, client_secret })
                  }}
                />
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

function Credentials({ application, secret, onSecret }: CredentialsProps) {
  const messages = useDevelopersMessages()
  const { copy } = useUiMessages()
  const isPublic = application.token_endpoint_auth_method === 'none'
  return (
    <Panel
      title={application.name}
      lead={
        <>
          {messages.registered} <Day at={application.created_at} />
        </>
      }
    >
      <dl className="application-ids">
        <div>
          <dt>{messages.clientId}</dt>
          <dd>
            <code>{application.client_id}</code>
            <CopyButton className="button button-quiet" text={application.client_id} label={messages.copyClientId}>
              {copy}
            </CopyButton>
          </dd>
        </div>
        <div>
          <dt>{messages.clientSecret}</dt>
          <dd className="row-note">{isPublic ? messages.noSecret : messages.keptAsHash}</dd>
        </div>
        {application.bot_user && (
          <div>
            <dt>{messages.botAddress}</dt>
            <dd>
              <code>{application.bot_user.email}</code>
              <CopyButton
                className="button button-quiet"
                text={application.bot_user.email}
                label={messages.copyBotAddress}
              >
                {copy}
              </CopyButton>
            </dd>
          </div>
        )}
        <Creators application={application} />
      </dl>
      {!isPublic && <ApplicationSecret application={application} secret={secret} onSecret={onSecret} />}
    </Panel>
  )
}

/** The tokens that created the application, or parts of it. */
function Creators({ application: { created_with, parts_created_with, scope } }: { application: Application }) {
  const messages = useDevelopersMessages()
  if (created_with === null && parts_created_with.length === 0) return null
  return (
    <div>
      <dt>{messages.createdWith}</dt>
      <dd className="row-note">
        {created_with && <p>{messages.endsWith(created_with.name)}</p>}
        {parts_created_with.map(({ part, redirect_uri, created_with: { name } }) => (
          <p key={`${part} ${redirect_uri}`}>
            {messages.partNames[part]} {redirect_uri && <code>{redirect_uri}</code>}: {name}
          </p>
        ))}
        {scope.split(' ').length < scopes.length && <p>{messages.atMost(scope.replaceAll(' ', ', '))}</p>}
      </dd>
    </div>
  )
}

function Whitelisted({ client_id }: { client_id: string }) {
  const { client } = useSession()
  const messages = useDevelopersMessages()
  const load = useLoad(
    async signal => (await client.applications.listOrganizations(client_id, { signal })).organizations,
    [client_id],
  )
  return (
    <Panel title={messages.whitelistedBy} lead={messages.whitelistedByLead}>
      <WhenLoaded load={load} lines={1}>
        {organizations =>
          organizations.length === 0 ? (
            <Empty title={messages.noOrganization}>
              <p>
                {messages.noOrganizationHint[0]}
                <code>scope=org&amp;org_id=&lt;{messages.organizationId}&gt;</code>
                {messages.noOrganizationHint[1]}
              </p>
            </Empty>
          ) : (
            <ul className="rows">
              {organizations.map(({ id, name, whitelisted_at }) => (
                <li key={id}>
                  <span className="row-name">{name}</span>
                  <span className="row-note">
                    {messages.since} <Day at={whitelisted_at} />
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
