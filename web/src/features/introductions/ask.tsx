import { Link } from 'react-router'
import { introductionForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Day } from '@/ui/moment'
import { useAsk, type With } from './api'

export type AskProps = { person: { id: string; name: string }; state: With }

export const canAsk = ({ introduction, isListed, canAskFrom }: With) => isListed && !introduction && !canAskFrom

/** Why the member cannot ask for an introduction, and what they can do instead. */
export function CannotAsk({ person, state: { introduction, isListed, canAskFrom } }: AskProps) {
  if (!isListed)
    return (
      <p className="text-quiet">
        <Link to={paths.circleProfile} className="text-link">
          Publish your profile
        </Link>{' '}
        to ask for an introduction, so that {person.name} can see who asks.
      </p>
    )
  if (introduction)
    return (
      <p>
        <Link to={href(paths.circleIntroduction, { id: introduction.id })} className="text-link">
          {introduction.status === 'open'
            ? 'Open your conversation'
            : introduction.status === 'asked'
              ? 'Answer the request'
              : 'See your request'}
        </Link>
      </p>
    )
  return (
    canAskFrom && (
      <p className="text-quiet">
        You can ask {person.name} for an introduction from <Day at={canAskFrom} />.
      </p>
    )
  )
}

/** The form of a request for an introduction. */
export function AskDialog({ person, onClose }: { person: AskProps['person']; onClose: () => void }) {
  const ask = useAsk()
  return (
    <FormDialog
      title={`Ask for an introduction to ${person.name}`}
      rules={introductionForm}
      initial={{ person: person.id }}
      send={(body) => ask.mutateAsync(body)}
      done="Your request is sent"
      submitLabel="Send the request"
      refusalTitle="Your request was not sent"
      fields={(form) => (
        <TextAreaField
          form={form}
          name="reason"
          rows={6}
          hint="What you would like to speak about, in a few sentences, without web and email addresses."
        />
      )}
      onClose={onClose}
    >
      <p>
        {person.name} gets an email and can answer within 14 days. A decline is not shown: the request then ends without
        an answer.
      </p>
    </FormDialog>
  )
}
