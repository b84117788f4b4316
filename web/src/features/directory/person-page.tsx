import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError, messageOf, titleAbove } from '@/lib/api-error'
import { vouchForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { phoneText, telTo } from '@/lib/links'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { CircleError } from '@/ui/circle-error'
import { Confirm } from '@/ui/confirm'
import { EmptyState } from '@/ui/empty-state'
import { TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Notice } from '@/ui/notice'
import { RecordTitle } from '@/ui/record-title'
import { ReportButton } from '@/ui/report-button'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { type Contacts, type Person, personQuery, useBlock, useShowContacts, useVouch } from './api'
import { ProfileView } from './profile-view'

type PersonPageProps = {
  /** What the page says about an introduction to the person. */
  introduction: (person: Person) => ReactNode
}

/** The profile of one member. */
export function PersonPage({ introduction }: PersonPageProps) {
  const { person: id = '' } = useParams()
  const { data: person, error, refetch, isFetching } = useQuery(personQuery(id))
  return (
    <>
      <p className="mb-8">
        <Link to={href(paths.circleDirectory)} className="text-link">
          All members
        </Link>
      </p>
      {person ? (
        <ProfileView person={person} heading={<RecordTitle title={person.name} />}>
          {person.isYou ? (
            <div className="mt-8">
              <p className="text-quiet">Members who have not been introduced to you see your profile like this.</p>
              <ButtonLink tone="outline" to={href(paths.circleProfile)} className="mt-3">
                Edit your profile
              </ButtonLink>
            </div>
          ) : (
            <>
              {introduction(person)}
              <ContactSection person={person} />
              <VouchSection person={person} />
              <div className="mt-8 flex flex-wrap gap-x-4 border-base-300 border-t pt-4">
                <BlockSection person={person} />
                <ReportButton subject="profile" id={person.id} what={`the profile of ${person.name}`} />
              </div>
            </>
          )}
        </ProfileView>
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState
          level={1}
          title="This person is not in the directory"
          action={<ButtonLink to={href(paths.circleDirectory)}>See all members</ButtonLink>}
        >
          <p>They may have withdrawn their profile, or the link is wrong.</p>
        </EmptyState>
      ) : error ? (
        <CircleError title="The profile could not be read" error={error} busy={isFetching} onRetry={refetch} />
      ) : (
        <Spinner label="Loading the profile…" />
      )}
    </>
  )
}

const contactNames = { email: 'email', phone: 'phone number', linkedin: 'LinkedIn profile' } as const

function ContactSection({ person }: { person: Person }) {
  const { mutate, data: contacts, error, isPending } = useShowContacts(person.id)
  return (
    <section aria-labelledby="contacts" className="mt-8">
      <h2 id="contacts" className="font-sans font-semibold text-lg">
        Contacts
      </h2>
      <div className="mt-2 max-w-text" aria-live="polite">
        {person.contacts.length === 0 ? (
          <p className="text-quiet">This member shows you no contacts in the directory.</p>
        ) : contacts ? (
          <ContactList contacts={contacts} />
        ) : (
          <>
            <p className="text-quiet">
              This member shows you {joined(person.contacts.map((name) => contactNames[name]))}. We record who asks for
              contacts, to protect members from mass mailings.
            </p>
            {error && (
              <div className="mt-3">
                <Notice tone="danger" title={titleAbove(error.message, 'The contacts could not be shown')}>
                  {messageOf(error, 'Please try again.')}
                </Notice>
              </div>
            )}
            <Button tone="outline" className="mt-3" busy={isPending} onClick={() => mutate()}>
              Show contacts
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function ContactList({ contacts: { email, phone, linkedin } }: { contacts: Contacts }) {
  return (
    <ul className="flex flex-col gap-1">
      {email && (
        <li>
          <a className="text-link" href={`mailto:${email}`}>
            {email}
          </a>
        </li>
      )}
      {phone && (
        <li>
          <a className="text-link" href={telTo(phone)}>
            {phoneText(phone)}
          </a>
        </li>
      )}
      {linkedin && (
        <li>
          <a className="text-link" href={linkedin} target="_blank" rel="noreferrer">
            LinkedIn profile<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      )}
    </ul>
  )
}

function joined(names: readonly string[]): string {
  return `their ${new Intl.ListFormat('en-GB').format(names)}`
}

function VouchSection({ person }: { person: Person }) {
  const [isWriting, setIsWriting] = useState(false)
  const { mutateAsync } = useVouch(person.id)
  return (
    <div className="mt-6">
      <Button tone="outline" onClick={() => setIsWriting(true)}>
        Vouch for {person.name}
      </Button>
      {isWriting && (
        <FormDialog
          title={`Vouch for ${person.name}`}
          rules={vouchForm}
          send={(body) => mutateAsync(body)}
          done={`Your line waits for ${person.name}`}
          submitLabel="Send"
          refusalTitle="Your line was not sent"
          fields={(form) => (
            <TextField form={form} name="text" hint="One line about what you have experienced together." />
          )}
          onClose={() => setIsWriting(false)}
        >
          <p>
            Members see your line and your name on this profile once {person.name} approves it. Both of you can take it
            back at any time.
          </p>
        </FormDialog>
      )}
    </div>
  )
}

function BlockSection({ person }: { person: Person }) {
  const [asks, setAsks] = useState(false)
  const { mutate, isPending } = useBlock(person.id)
  const navigate = useNavigate()
  const toast = useToast()
  return (
    <>
      <Button tone="quiet" className="-ml-4 shrink" onClick={() => setAsks(true)}>
        Block {person.name}
      </Button>
      <Confirm
        open={asks}
        title={`Block ${person.name}?`}
        confirmLabel="Block"
        busy={isPending}
        onClose={() => setAsks(false)}
        onConfirm={() =>
          mutate(undefined, {
            onSuccess: () => {
              toast({ title: `${person.name} is blocked` })
              navigate(href(paths.circleDirectory))
            },
            onError: (error) =>
              toast({
                title: `${person.name} was not blocked`,
                description: messageOf(error, 'Please try again.'),
                destructive: true,
              }),
          })
        }
      >
        <p>
          Neither of you then sees the other in the directory, and both of you can only read your conversation. You no
          longer see the comments of {person.name}. Names that all members read stay, such as those of speakers. A
          mentorship or a request between you ends, and does not come back if you unblock {person.name}. We do not tell{' '}
          {person.name} that you have blocked them. On your directory profile you can unblock them, or report them to
          the office.
        </p>
      </Confirm>
    </>
  )
}
