import type { Tier } from '@/lib/api-types'
import { tierForm } from '@/lib/generated'
import { circleModules } from '@/lib/modules'
import { useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { EntryForm } from '@/ui/entry-form'
import { useReauthenticated } from '@/ui/use-reauthenticated'
import { newPlanColour } from '../button-colour'
import { TierEntry } from '../tier-entry'
import { allTiersQuery, useSaveTier } from './api'
import { TierFields } from './tier-fields'
import { previewTier, type TierValues } from './tier-preview'

type TierFormProps = {
  /** The tier to edit; undefined for a new one. */
  tier: Tier | undefined
  sortOrder: string
  /** The language whose translations are open. */
  language?: string
  /** The GST rate for the preview. */
  gstRate: number
  onSaved: (saved: Tier) => void
  onCancel: () => void
}

/** One membership tier, and its preview. */
export function TierForm({ tier, sortOrder, language, gstRate, onSaved, onCancel }: TierFormProps) {
  const { mutateAsync } = useSaveTier()
  const initial = tier ? valuesOf(tier) : { ...blank, sortOrder }
  const form = useRuleForm('tier-form', tierForm, { initial })
  const stored = useStoredVersion(form, tier, valuesOf)
  const values = form.watched()
  const { save, dialog } = useReauthenticated(
    (sent: TierValues) => mutateAsync({ id: tier?.id, version: stored.version, values: sent }),
    {
      title: 'Save this price or payment link?',
      children: (
        <p>
          This changes what buyers of this tier pay, or where they pay. We email all administrators. A price that is
          much lower than before needs a second administrator.
        </p>
      ),
    },
  )

  return (
    <>
      <EntryForm
        form={form}
        title={tier ? 'Edit tier' : 'New tier'}
        what="Membership Tier"
        isNew={!tier}
        save={save}
        failure="The membership tier could not be saved. Please try again."
        onSaved={onSaved}
        onCancel={onCancel}
        onLoadCurrent={() => stored.load(allTiersQuery, (tiers) => tiers.find(({ id }) => id === tier?.id), 'name')}
        preview={<TierPreview values={values} gstRate={gstRate} />}
      >
        <TierFields form={form} values={values} tier={tier} language={language} />
      </EntryForm>
      {dialog}
    </>
  )
}

function TierPreview({ values, gstRate }: { values: TierValues; gstRate: number }) {
  return (
    <section aria-labelledby="tier-preview-heading" className="border-base-300 border-t pt-6">
      <h3 id="tier-preview-heading" className="font-sans font-semibold text-base">
        On the plans page
      </h3>
      <p className="mt-1 mb-2 text-quiet text-sm">
        {values.isActive
          ? 'The tier as visitors will see it once it is saved.'
          : 'The tier as visitors would see it if it were active. It is inactive, so no one sees it.'}
      </p>
      {/* The preview is narrower than the page, so a smaller heading avoids breaks inside words. */}
      <div inert className="[&_h2]:text-3xl">
        <TierEntry tier={previewTier(values, gstRate)} busy={false} onChoose={() => {}} />
      </div>
    </section>
  )
}

const blank: Partial<TierValues> = {
  currency: 'INR',
  duration: 'lifetime',
  graceDays: '14',
  buttonText: 'Choose Plan',
  buttonColor: newPlanColour,
  modules: [...circleModules],
}

function valuesOf(tier: Tier): TierValues {
  const all = { ...tier, translations: tier.translations ?? [] }
  const values = tierForm.map(({ name }) => [name, typeof all[name] === 'number' ? String(all[name]) : all[name]])
  return Object.fromEntries(values)
}
