import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { counted } from '@/lib/formats'
import { pollCloseForm, pollResultForm, pollVoteForm, pollWithdrawalForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { TextAreaField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { useReport } from '@/ui/use-report'
import { ballotKinds, states } from '../labels'
import { CloseReason, ResultTable } from '../result-table'
import { PlainText, Question } from '../texts'
import { LostNotice, WithdrawnNotice } from '../withdrawn-notice'
import {
  type AdminPoll,
  pollQuery,
  useCloseVote,
  useDeletePoll,
  useOpenVote,
  usePublishPoll,
  usePublishResult,
  useWithdrawPoll,
} from './api'
import { Comments } from './comments'
import { DraftForm } from './draft-form'

/** A consultation: the form of a draft, or what has happened since the publication. */
export function PollPage() {
  const { id = '' } = useParams()
  const { data: poll, error, refetch } = useQuery(pollQuery(id))
  const [isUnsaved, setUnsaved] = useState(false)
  if (!poll && error)
    return (
      <UnreadRecord
        what="Consultation"
        error={error}
        onRetry={refetch}
        list={{ label: 'All consultations', to: consolePaths.polls }}
      />
    )
  if (!poll) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.polls}>
          All consultations
        </Link>
      </p>
      <PageHead
        title={poll.title}
        named={poll.title}
        lede={<NextStep poll={poll} />}
        actions={<Actions poll={poll} isUnsaved={isUnsaved} />}
      />
      {poll.state === 'draft' ? (
        <DraftForm key={poll.id} poll={poll} onDirty={setUnsaved} />
      ) : (
        <PublishedDraft poll={poll} />
      )}
    </>
  )
}

function NextStep({ poll }: { poll: AdminPoll }): ReactElement | string {
  const { state, discussionEndsAt, votingEndsAt, isDiscussionOver, voters } = poll
  switch (state) {
    case 'draft':
      return 'Only the office sees this draft. After you publish it, nothing of it can be changed.'
    case 'discussing':
      return isDiscussionOver ? (
        'The discussion has ended. Open the vote.'
      ) : (
        <>
          Members comment until <Moment at={discussionEndsAt} />. Then you can open the vote.
        </>
      )
    case 'voting':
      return (
        <>
          Members vote until <Moment at={votingEndsAt} />. The vote then closes automatically.
        </>
      )
    case 'closed':
      return 'The vote is closed. Members see the result once you publish it with the final text.'
    case 'withdrawn':
      return `Members see the text, the comments and the reason.${voters > 0 ? ' The votes are not counted.' : ''}`
    case 'lost':
      return 'Members see that the votes are lost. You can repeat the consultation as a new one.'
    case 'published':
      return 'Members see the result, the votes and the final text.'
  }
}

type Act = 'publish' | 'delete' | 'open' | 'close' | 'withdraw' | 'result'

function Actions({ poll, isUnsaved }: { poll: AdminPoll; isUnsaved: boolean }) {
  const [act, setAct] = useState<Act>()
  const may = useMay()
  if (!may('PUT /api/polls/{id}')) return null
  const close = () => setAct(undefined)
  return (
    <>
      {poll.state === 'draft' && (
        <>
          <Button onClick={() => setAct('publish')}>Publish</Button>
          <Button tone="outline" onClick={() => setAct('delete')}>
            Delete
          </Button>
        </>
      )}
      {poll.isDiscussionOver && <Button onClick={() => setAct('open')}>Open the vote</Button>}
      {poll.state === 'voting' && (
        <Button tone="outline" onClick={() => setAct('close')}>
          Close now
        </Button>
      )}
      {(poll.state === 'discussing' || poll.state === 'voting') && (
        <Button tone="outline" onClick={() => setAct('withdraw')}>
          Withdraw
        </Button>
      )}
      {poll.state === 'closed' && <Button onClick={() => setAct('result')}>Publish the result</Button>}
      {poll.state === 'published' && (
        <ButtonLink tone="outline" to={href(consolePaths.pollMinute, { id: poll.id })}>
          Minute for printing
        </ButtonLink>
      )}
      {poll.state === 'lost' && (
        <ButtonLink to={href(consolePaths.newPoll, { repeat: poll.id })}>Repeat the consultation</ButtonLink>
      )}
      {act === 'publish' && <Publish poll={poll} isUnsaved={isUnsaved} onClose={close} />}
      {act === 'delete' && <Delete poll={poll} onClose={close} />}
      {act === 'open' && <OpenVote poll={poll} onClose={close} />}
      {act === 'close' && <CloseVote poll={poll} onClose={close} />}
      {act === 'withdraw' && <Withdraw poll={poll} onClose={close} />}
      {act === 'result' && <PublishResult poll={poll} onClose={close} />}
    </>
  )
}

type DialogProps = { poll: AdminPoll; onClose: () => void }

function Publish({ poll, isUnsaved, onClose }: DialogProps & { isUnsaved: boolean }) {
  const publish = usePublishPoll(poll.id)
  const report = useReport()
  async function act() {
    await report(publish.mutateAsync(), {
      done: () => ({ title: 'The consultation was published' }),
      failed: 'The consultation was not published',
    })
    onClose()
  }
  return (
    <Confirm
      open
      title={`Publish “${poll.title}”?`}
      confirmLabel="Publish"
      isDestructive={false}
      busy={publish.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      {isUnsaved && (
        <p className="mb-3 font-medium text-error">
          The form has unsaved changes. They will not be published, and you will lose them.
        </p>
      )}
      <p>
        This publishes the saved draft. We email {counted(poll.members, 'member')}, except those who have opted out of
        news. They can comment until <Moment at={poll.discussionEndsAt} />.
      </p>
      <p className="mt-3">
        After that you cannot change the text, the question, the options, the ballot (
        {poll.ballot === 'secret' ? 'secret' : 'open'}) or the quorum ({poll.quorum || 'none'}).
      </p>
    </Confirm>
  )
}

function Delete({ poll, onClose }: DialogProps) {
  const remove = useDeletePoll()
  const report = useReport()
  const navigate = useNavigate()
  async function act() {
    const isDone = await report(remove.mutateAsync(poll.id), {
      done: () => ({ title: 'The draft was deleted' }),
      failed: 'The draft was not deleted',
    })
    onClose()
    if (isDone) navigate(consolePaths.polls)
  }
  return (
    <Confirm
      open
      title={`Delete the draft “${poll.title}”?`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      <p>This cannot be undone. The audit log keeps the text.</p>
    </Confirm>
  )
}

function OpenVote({ poll, onClose }: DialogProps) {
  const { mutateAsync } = useOpenVote(poll.id)
  return (
    <FormDialog
      title="Open the vote?"
      rules={pollVoteForm}
      send={mutateAsync}
      done="The vote is open"
      submitLabel="Open the vote"
      refusalTitle="The vote was not opened"
      fields={(form) => (
        <TextField form={form} name="votingEndsAt" type="date" hint="Members can vote until the end of this day." />
      )}
      onClose={onClose}
    >
      <p>
        {counted(poll.members, 'member')} may vote. People whose membership begins after the opening cannot vote. We
        email the members, except those who have opted out of news. A day before the end, those who have not voted get a
        reminder, if the vote is open for two days or more.
      </p>
      {poll.ballot === 'secret' && (
        <p className="mt-3">
          The key that opens the votes is only on this server until the vote closes. It is in no backup. If the server
          is lost before then, the votes are lost too, and you must repeat the vote.
        </p>
      )}
    </FormDialog>
  )
}

function CloseVote({ poll, onClose }: DialogProps) {
  const { mutateAsync } = useCloseVote(poll.id)
  return (
    <FormDialog
      title="Close the vote before its end?"
      rules={pollCloseForm}
      send={mutateAsync}
      done="The vote is closed"
      submitLabel="Close the vote"
      isDestructive
      refusalTitle="The vote was not closed"
      fields={(form) => <TextAreaField form={form} name="reason" rows={3} hint="Members see it with the result." />}
      onClose={onClose}
    >
      <p>
        Members were told that they can vote until <Moment at={poll.votingEndsAt} />.{' '}
        {counted(poll.voters, 'member has voted', 'members have voted')}. A closed vote cannot be opened again.
      </p>
    </FormDialog>
  )
}

function Withdraw({ poll, onClose }: DialogProps) {
  const { mutateAsync } = useWithdrawPoll(poll.id)
  return (
    <FormDialog
      title={`Withdraw “${poll.title}”?`}
      rules={pollWithdrawalForm}
      send={mutateAsync}
      done="The consultation was withdrawn"
      submitLabel="Withdraw"
      cancelLabel="Keep the consultation"
      isDestructive
      refusalTitle="The consultation was not withdrawn"
      fields={(form) => <TextAreaField form={form} name="reason" rows={3} hint="Members see it." />}
      onClose={onClose}
    >
      <p>
        We email {counted(poll.members, 'member')}, except those who have opted out of news. Members still see the text
        and the comments.
        {poll.voters > 0 && ` ${counted(poll.voters, 'vote is', 'votes are')} not counted, and there is no result.`}{' '}
        This cannot be undone.
      </p>
    </FormDialog>
  )
}

function PublishResult({ poll, onClose }: DialogProps) {
  const { mutateAsync } = usePublishResult(poll.id)
  return (
    <FormDialog
      title="Publish the result?"
      rules={pollResultForm}
      initial={{ finalText: poll.text }}
      send={mutateAsync}
      done="The result was published"
      submitLabel="Publish the result"
      refusalTitle="The result was not published"
      fields={(form) => (
        <TextAreaField form={form} name="finalText" rows={10} hint="Separate paragraphs with an empty line." />
      )}
      onClose={onClose}
    >
      <p>
        Members see the votes of each option
        {poll.ballot === 'secret' ? ' and the receipts' : ' with the names'}, and this text. We email{' '}
        {counted(poll.members, 'member')}, except those who have opted out of news. The result cannot be changed.
      </p>
    </FormDialog>
  )
}

function PublishedDraft({ poll }: { poll: AdminPoll }) {
  const { state, ballot, quorum, voters, electors, votingEndsAt, result, finalParagraphs, closeReason } = poll
  return (
    <div className="max-w-3xl">
      <Badge tone={states[state].tone}>{states[state].label}</Badge>
      {state === 'withdrawn' && <WithdrawnNotice poll={poll} />}
      {state === 'lost' && (
        <LostNotice poll={poll}>
          This happens after a backup was restored on another server, or if the key was deleted. We emailed the members
          who could vote.
        </LostNotice>
      )}
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        <dt className="text-quiet">Ballot</dt>
        <dd>{ballotKinds[ballot]}</dd>
        <dt className="text-quiet">Quorum</dt>
        <dd>{quorum > 0 ? counted(quorum, 'vote') : 'none'}</dd>
        {votingEndsAt && (
          <>
            <dt className="text-quiet">Electorate</dt>
            <dd>{counted(electors, 'member')} may vote</dd>
            <dt className="text-quiet">Votes</dt>
            <dd>{state === 'voting' ? `${voters} so far` : voters}</dd>
          </>
        )}
      </dl>
      {result ? (
        <section className="mt-8 border-base-300 border-t pt-6">
          <h2 className="display-3">The result</h2>
          <ResultTable poll={poll} />
          <CloseReason reason={closeReason} />
        </section>
      ) : (
        <Question title="The question" poll={poll} />
      )}
      {finalParagraphs.length > 0 && <PlainText title="The final text" paragraphs={finalParagraphs} />}
      <PlainText title="The text" paragraphs={poll.paragraphs} />
      <Comments poll={poll} />
    </div>
  )
}
