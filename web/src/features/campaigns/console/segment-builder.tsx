import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import { messageOf } from '@/lib/api-error'
import { count } from '@/lib/formats'
import { type EmailTopic, maxSegmentDepth } from '@/lib/generated'
import { useSettled } from '@/lib/use-settled'
import { Button, iconButton } from '@/ui/button'
import type { Segment, SegmentCondition } from './api'
import { segmentChoicesQuery, segmentQuery, tiersQuery } from './api'
import { SavedSegments } from './saved-segments'
import { type ConditionField, complete, conditionFields, newCondition } from './segment'

type BuilderProps = { segment: Segment; onChange: (segment: Segment) => void }

/** Edits the recipients of a campaign: conditions and groups of conditions, of which all or any must hold. */
export function SegmentBuilder({ segment, onChange, topic }: BuilderProps & { topic: EmailTopic }) {
  return (
    <section aria-labelledby="segment-heading" className="border-base-300 border-t pt-6">
      <h2 id="segment-heading" className="font-sans font-semibold text-lg">
        Recipients
      </h2>
      <p className="mt-1 mb-4 text-quiet text-sm">
        Without conditions, everyone with an account, a nomination or a payment gets this email. No one gets it twice.
        People who have unsubscribed or closed their account do not get it.
      </p>
      <SavedSegments segment={segment} onChange={onChange} />
      <Group segment={segment} onChange={onChange} depth={1} name="the recipients" />
      <LiveCount segment={segment} topic={topic} />
    </section>
  )
}

function Group({ segment, onChange, depth, name }: BuilderProps & { depth: number; name: string }) {
  const matchId = useId()
  const change = (conditions: SegmentCondition[]) => onChange({ ...segment, conditions })
  const replace = (index: number, next: SegmentCondition) =>
    change(segment.conditions.map((condition, i) => (i === index ? next : condition)))
  return (
    <fieldset className={depth > 1 ? 'border-base-300 border-l-2 pl-4' : undefined}>
      <legend className="sr-only">Conditions of {name}</legend>
      {segment.conditions.length > 1 && (
        <p className="mb-3 flex flex-wrap items-center gap-2">
          <label htmlFor={matchId}>Match</label>
          <select
            id={matchId}
            className="select w-auto"
            value={segment.match || 'all'}
            onChange={(event) => onChange({ ...segment, match: event.target.value === 'any' ? 'any' : 'all' })}
          >
            <option value="all">all of these</option>
            <option value="any">any of these</option>
          </select>
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {segment.conditions.map((condition, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is identified by its place
          <li key={index}>
            <ConditionRow
              condition={condition}
              depth={depth}
              number={index + 1}
              onChange={(next) => replace(index, next)}
              onRemove={() => change(segment.conditions.filter((_, i) => i !== index))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button tone="outline" onClick={() => change([...segment.conditions, newCondition('account')])}>
          Add a condition
        </Button>
        {depth < maxSegmentDepth && (
          <Button
            tone="quiet"
            onClick={() =>
              change([...segment.conditions, { group: { match: 'any', conditions: [newCondition('account')] } }])
            }
          >
            Add a group
          </Button>
        )}
      </div>
    </fieldset>
  )
}

type RowProps = {
  condition: SegmentCondition
  depth: number
  number: number
  onChange: (condition: SegmentCondition) => void
  onRemove: () => void
}

function ConditionRow({ condition, depth, number, onChange, onRemove }: RowProps) {
  const remove = (
    <Button tone="quiet" className={iconButton} aria-label={`Remove condition ${number}`} onClick={onRemove}>
      <X className="size-5" strokeWidth={1.75} />
    </Button>
  )
  const operator = (
    <select
      aria-label={`Condition ${number}: is or is not`}
      className="select w-auto"
      value={condition.op ?? 'is'}
      onChange={(event) => onChange({ ...condition, op: event.target.value === 'isNot' ? 'isNot' : 'is' })}
    >
      <option value="is">{condition.group ? 'in the group' : 'is'}</option>
      <option value="isNot">{condition.group ? 'not in the group' : 'is not'}</option>
    </select>
  )
  if (condition.group)
    return (
      <div>
        <div className="mb-2 flex items-center gap-2">
          {operator}
          {remove}
        </div>
        <Group
          segment={condition.group}
          onChange={(group) => onChange({ ...condition, group })}
          depth={depth + 1}
          name={`group ${number}`}
        />
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        aria-label={`Condition ${number}: about`}
        className="select w-auto max-w-full"
        value={condition.field}
        onChange={(event) => onChange(newCondition(event.target.value as ConditionField))}
      >
        {Object.entries(conditionFields).map(([field, { label }]) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </select>
      {operator}
      <ConditionValue condition={condition} number={number} onChange={onChange} />
      {remove}
    </div>
  )
}

function ConditionValue({ condition, number, onChange }: Omit<RowProps, 'depth' | 'onRemove'>) {
  const kind = condition.field && conditionFields[condition.field].value
  const tiers = useQuery({ ...tiersQuery, enabled: kind === 'tier' })
  const choices = useQuery({ ...segmentChoicesQuery, enabled: kind === 'tag' })
  const listId = useId()
  const label = `Condition ${number}: value`
  const set = (value: string) => onChange({ ...condition, value })
  if (typeof kind === 'object' || kind === 'tier') {
    const options =
      kind === 'tier' ? (tiers.data ?? []).map(({ id, name }) => [id, name] as const) : Object.entries(kind.options)
    return (
      <select
        aria-label={label}
        className="select w-auto max-w-full"
        value={condition.value}
        onChange={(event) => set(event.target.value)}
      >
        {kind === 'tier' && <option value="">Please choose</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )
  }
  return (
    <>
      <input
        aria-label={label}
        className="input w-auto min-w-40 max-w-full"
        type={kind === 'date' ? 'date' : 'text'}
        list={kind === 'tag' ? listId : undefined}
        maxLength={200}
        value={condition.value}
        onChange={(event) => set(event.target.value)}
      />
      {kind === 'tag' && (
        <datalist id={listId}>
          {choices.data?.tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** The current number of recipients, and some of them. */
function LiveCount({ segment, topic }: { segment: Segment; topic: EmailTopic }) {
  const asked = useSettled(complete(segment))
  const { data, error, isPlaceholderData } = useQuery(segmentQuery(asked, topic))
  return (
    <div aria-live="polite" className="mt-5 border-base-300 border-y py-3">
      {error ? (
        <p className="text-error">{messageOf(error, 'The recipients could not be counted.')}</p>
      ) : (
        <p className={isPlaceholderData ? 'opacity-70' : undefined}>
          <span className="font-serif text-2xl tabular-nums">{data ? count(data.count) : '…'}</span>{' '}
          {data?.count === 1 ? 'recipient' : 'recipients'}
        </p>
      )}
      {!error && data && data.examples.length > 0 && (
        <p className="mt-1 text-quiet text-sm">
          {data.examples.map(({ email, name }) => (name ? `${name} (${email})` : email)).join(', ')}
          {data.count > data.examples.length && ' …'}
        </p>
      )}
    </div>
  )
}
