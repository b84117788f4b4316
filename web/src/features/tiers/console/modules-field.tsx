import { useQuery } from '@tanstack/react-query'
import type { Tier } from '@/lib/api-types'
import { counted, date } from '@/lib/formats'
import { type CircleModule, modulePhrases, modulesQuery } from '@/lib/modules'
import type { RuleForm } from '@/lib/rule-form'
import { Notice } from '@/ui/notice'
import { fieldId, useFieldError } from '@/ui/rule-field'

type ModulesFieldProps = {
  form: RuleForm<'modules'>
  chosen: readonly CircleModule[]
  /** The stored tier; undefined for a new one. */
  tier: Tier | undefined
}

/** The modules of the circle that a plan opens, and who keeps a module that the plan loses. */
export function ModulesField({ form, chosen, tier }: ModulesFieldProps) {
  const { data: modules = [] } = useQuery(modulesQuery)
  const error = useFieldError(form, 'modules')
  const id = fieldId(form, 'modules')
  const lost = tier?.modules.filter((module) => !(chosen as readonly string[]).includes(module)) ?? []
  return (
    <fieldset aria-describedby={error ? `${id}-error` : `${id}-hint`}>
      <legend className="font-medium">Opens</legend>
      <p id={`${id}-hint`} className="text-quiet text-sm">
        The parts of the circle that this plan includes. The comparison of the plans shows them with the words of the
        feature that leads there.
      </p>
      {modules
        .filter(({ isOfCircle }) => isOfCircle)
        .map(({ id: module, name, isOn }, index) => (
          <label key={module} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="checkbox"
              id={index === 0 ? id : undefined}
              value={module}
              {...form.register('modules')}
            />
            <span>
              {name}
              {!isOn && <span className="text-quiet"> (switched off)</span>}
            </span>
          </label>
        ))}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-error text-sm">
          {error}
        </p>
      )}
      {lost.length > 0 && tier && (
        <div className="mt-2" aria-live="polite">
          <Notice tone="warning" title={`This plan no longer opens ${list.format(lost.map(phraseOf))}`}>
            <p>{keptBy(tier)}</p>
          </Notice>
        </div>
      )}
    </fieldset>
  )
}

const list = new Intl.ListFormat('en-GB')

const phraseOf = (module: string) => modulePhrases[module as CircleModule]

/** Says how many running terms keep a module that the plan loses, and until when. */
export function keptBy({ runningTerms }: Pick<Tier, 'runningTerms'>): string {
  const { terms = 0, forLife = 0, lastEndsAt = '' } = runningTerms ?? {}
  const ending = terms - forLife
  if (terms === 0) return 'No membership of this plan is running, so no one keeps access.'
  const parts = [
    ending > 0
      ? `${counted(ending, 'running membership')} until ${ending === 1 ? 'it ends' : 'they end'}, at the latest on ${date(lastEndsAt)}`
      : '',
    forLife > 0 ? `${counted(forLife, 'membership')} for life` : '',
  ].filter(Boolean)
  return `${terms === 1 ? 'This keeps' : 'These keep'} access: ${parts.join('; ')}. Renewals do not.`
}
