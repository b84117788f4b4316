import { useWatch } from 'react-hook-form'
import { messageOf, waitingTitle } from '@/lib/api-error'
import type { Tier } from '@/lib/api-types'
import { inputDay } from '@/lib/formats'
import { couponForm } from '@/lib/generated'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { Dialog } from '@/ui/dialog'
import { CheckField, MoneyField, SelectField, TextField } from '@/ui/fields'
import { DialogForm } from '@/ui/form'
import { useFieldError } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import type { Coupon } from './api'
import { couponQuery, useSaveCoupon } from './api'

type CouponFormProps = { coupon: Coupon | undefined; tiers: readonly Tier[]; onClose: () => void }

const kinds: Readonly<Record<Coupon['kind'], string>> = { percent: 'Percent', amount: 'An amount in rupees' }

/** Creates a coupon, or changes one. */
export function CouponForm({ coupon, tiers, onClose }: CouponFormProps) {
  const toast = useToast()
  const { mutateAsync } = useSaveCoupon()
  const form = useRuleForm('coupon', couponForm, { initial: coupon ? valuesOf(coupon) : newCoupon })
  const stored = useStoredVersion(form, coupon, valuesOf)
  const kind = useWatch({ control: form.control, name: 'kind' })
  const submit = form.submit({
    send: async (body) => {
      const saved = await mutateAsync(coupon ? { id: coupon.id, body: { ...body, version: stored.version } } : { body })
      onClose()
      if (saved.state === 'waiting')
        toast({
          title: waitingTitle,
          description: 'Buyers can use this coupon after another administrator has approved it.',
        })
      else toast({ title: coupon ? 'Coupon Updated' : 'Coupon Created' })
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  const text = (name: 'code' | 'note', hint?: string) => (
    <TextField form={form} name={name} hint={hint} autoComplete="off" spellCheck={false} />
  )
  const number = (name: 'value' | 'maxUses' | 'maxUsesEach' | 'seatsPerUse', hint: string) => (
    <MoneyField form={form} name={name} hint={hint} hasDefault />
  )
  const day = (name: 'startsAt' | 'endsAt') => <TextField form={form} name={name} type="date" />
  return (
    <Dialog open title={coupon ? `Edit ${coupon.code}` : 'Create a coupon'} onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={submit}
        refusalTitle="Nothing was saved"
        onLoadCurrent={coupon && (() => stored.load(couponQuery(coupon.id), ([current]) => current, 'code'))}
        submitLabel="Save"
        busyLabel="Saving…"
        onClose={onClose}
      >
        {text('code', 'Buyers enter this code, in capital or small letters. Many people can use the same code.')}
        {text('note', 'For the office, such as who was given the code.')}
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField form={form} name="kind" labels={kinds} />
          {number('value', kind === 'amount' ? 'Off the price, before GST.' : 'Of the price, before GST.')}
          {day('startsAt')}
          {day('endsAt')}
          {number('maxUses', '0 means no limit, which counts as 1,000 uses towards the limit for one administrator.')}
          {number('maxUsesEach', '0 means no limit.')}
          {number(
            'seatsPerUse',
            'How many memberships of one order get the discount. The others are sold at the full price.',
          )}
        </div>
        <CheckField
          form={form}
          name="isForRenewingSeats"
          label="Company seats of renewing tiers"
          means="the code also applies to them, because they are paid once"
        />
        <TierChoices form={form} tiers={tiers} />
        <CheckField form={form} name="isActive" label="Active" means="it can be used" />
      </DialogForm>
    </Dialog>
  )
}

type TierChoicesProps = { form: RuleForm<'membershipTierIds' | 'isForRenewingSeats'>; tiers: readonly Tier[] }

/** The tiers that a code is valid for. None ticked means all that it can be used for. */
function TierChoices({ form, tiers }: TierChoicesProps) {
  const isForRenewing = useWatch({ control: form.control, name: 'isForRenewingSeats' }) === true
  const chosen: string[] = useWatch({ control: form.control, name: 'membershipTierIds' }) ?? []
  const error = useFieldError(form, 'membershipTierIds')
  function toggle(id: string, on: boolean) {
    form.setValue('membershipTierIds', on ? [...chosen, id] : chosen.filter((other) => other !== id), {
      shouldDirty: true,
    })
  }
  return (
    <fieldset>
      <legend className="font-medium">
        Membership tiers{' '}
        <span className="font-normal text-quiet">
          ({isForRenewing ? 'none ticked: all tiers' : 'none ticked: all tiers that are paid once'})
        </span>
      </legend>
      {tiers.map((tier) => {
        const isClosed = tier.renews && !isForRenewing
        return (
          <label key={tier.id} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="checkbox"
              checked={chosen.includes(tier.id)}
              disabled={isClosed && !chosen.includes(tier.id)}
              onChange={(event) => toggle(tier.id, event.target.checked)}
            />
            <span className={isClosed ? 'text-quiet' : undefined}>
              {tier.name}
              {tier.renews && (isForRenewing ? ' (company seats only)' : ' (renews automatically, so no code applies)')}
            </span>
          </label>
        )
      })}
      {error && <p className="font-medium text-error text-sm">{error}</p>}
    </fieldset>
  )
}

const newCoupon = {
  kind: 'percent',
  maxUses: '0',
  maxUsesEach: '1',
  seatsPerUse: '1',
} as const

function valuesOf(coupon: Coupon) {
  return {
    code: coupon.code,
    note: coupon.note,
    kind: coupon.kind,
    value: coupon.value,
    membershipTierIds: coupon.membershipTierIds,
    startsAt: inputDay(coupon.startsAt),
    endsAt: inputDay(coupon.endsAt),
    maxUses: String(coupon.maxUses),
    maxUsesEach: String(coupon.maxUsesEach),
    seatsPerUse: String(coupon.seatsPerUse),
    isForRenewingSeats: coupon.isForRenewingSeats,
    isActive: coupon.isActive,
  }
}
