import { useEffect, useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { type Tier, tierForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { FormProblem } from '@/ui/form-problem'
import { LeaveGuard } from '@/ui/leave-guard'
import { SubmitButton } from '@/ui/submit-button'
import { useToast } from '@/ui/toast-queue'
import { PlanEntry } from '../plan-entry'
import { saveTier } from './calls'
import { picturedTier, type TierValues } from './pictured'
import { TierFields } from './tier-fields'

type TierFormProps = {
  /** The tier that is changed; undefined for a new one. */
  tier: Tier | undefined
  sortOrder: string
  /** What the picture of the plan reckons with. */
  gstRate: number
  onSaved: (saved: Tier) => void
  onCancel: () => void
}

/** One membership tier, and the plan as visitors will see it. */
export function TierForm({ tier, sortOrder, gstRate, onSaved, onCancel }: TierFormProps) {
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const [discarding, setDiscarding] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const form = useRuleForm('tier-form', tierForm, { initial: tier ? valuesOf(tier) : { ...blank, sortOrder } })
  const values = form.watch() as TierValues
  const dirty = form.formState.isDirty && !isSaved

  useEffect(() => heading.current?.focus(), [])

  const submit = form.submit({
    send: async (sent) => {
      const saved = await saveTier(tier?.id, sent as TierValues)
      toast({ title: tier ? 'Membership Tier Updated' : 'Membership Tier Created' })
      setSaved(true)
      onSaved(saved)
    },
    failed: (error) => {
      const message = messageOf(error, 'The membership tier could not be saved. Please try again.')
      toast({ title: tier ? 'Update Failed' : 'Creation Failed', description: message, destructive: true })
      return message
    },
  })

  return (
    <section aria-labelledby="tier-form-heading" className="mb-10 border-base-content border-t-2 pt-6">
      <h2 id="tier-form-heading" ref={heading} tabIndex={-1} className="display-3">
        {tier ? 'Edit the tier' : 'A new tier'}
      </h2>
      <form id={form.id} method="post" noValidate onSubmit={submit} className="mt-5">
        <div role="alert" className="mb-5 empty:hidden">
          <FormProblem form={form} title={tier ? 'Update Failed' : 'Creation Failed'} />
        </div>
        <TierFields form={form} values={values} />
        <div className="my-6 flex flex-wrap gap-3">
          <SubmitButton form={form} busyLabel="Saving…">
            {tier ? 'Save changes' : 'Create'}
          </SubmitButton>
          <Button tone="outline" onClick={() => (dirty ? setDiscarding(true) : onCancel())}>
            Cancel
          </Button>
        </div>
      </form>
      <section aria-labelledby="tier-picture-heading" className="border-base-300 border-t pt-6">
        <h3 id="tier-picture-heading" className="font-sans font-semibold text-base">
          On the plans page
        </h3>
        <p className="mt-1 mb-2 text-quiet text-sm">
          {values.isActive === 'true'
            ? 'The plan as visitors will see it once it is saved.'
            : 'The plan as visitors would see it if it were active. It is not, so nobody sees it.'}
        </p>
        {/* there is less room here than on the page: a name's words stay whole */}
        <div inert className="[&_h2]:text-3xl">
          <PlanEntry tier={picturedTier(values, gstRate)} busy={false} onChoose={() => {}} />
        </div>
      </section>
      <LeaveGuard dirty={dirty} />
      <Confirm
        open={discarding}
        title="Discard your changes?"
        action="Discard"
        onConfirm={onCancel}
        onClose={() => setDiscarding(false)}
      >
        <p>What you have typed here is not saved yet.</p>
      </Confirm>
    </section>
  )
}

const blank: Partial<TierValues> = {
  currency: 'INR',
  duration: 'lifetime',
  isActive: 'true',
  buttonText: 'Choose Plan',
  buttonColor: '#0052CC',
}

function valuesOf(tier: Tier): TierValues {
  const values = tierForm.map(({ name }) => [name, name === 'sortOrder' ? String(tier.sortOrder) : tier[name]])
  return Object.fromEntries(values)
}
