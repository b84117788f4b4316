import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useConfig } from '@/lib/config'
import { date } from '@/lib/formats'
import { gstStates } from '@/lib/generated'
import { TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { RuleField } from '@/ui/rule-field'
import { settingsQuery } from './api'
import { SettingGroup, SwitchSetting, TextSetting } from './setting-fields'
import { SettingsPart } from './settings-part'
import { TaxConsequences } from './tax-consequences'
import type { SettingName, SettingsFormState } from './use-settings-form'

const names = [
  'taxStatus',
  'taxAdviser',
  'taxSettledOn',
  'gstRate',
  'supplierName',
  'supplierAddress',
  'supplierState',
  'supplierGstin',
  'sacCode',
  'sacDescription',
  'lutNumber',
  'lutYear',
  'eInvoices',
  'supplierPlace',
  'supplierPin',
] as const

/** The settings that decide how much tax a payment includes. */
const pricing: readonly SettingName[] = [
  'taxStatus',
  'gstRate',
  'supplierGstin',
  'supplierState',
  'lutNumber',
  'lutYear',
]

const stateOf = (code: string | undefined) => gstStates.find((state) => state.code === code)?.name

/** The settings for tax on purchases, who confirmed them, and the supplier on the documents. */
export function TaxPage() {
  return (
    <SettingsPart
      id="tax-settings"
      title="Tax & supplier"
      lede="How purchases are taxed, and who is shown as the supplier on receipts and invoices. If a field is empty, the text shown in it in italics applies. Documents that were already issued do not change."
      names={names}
      consequences={(changed) => changed.some((name) => pricing.includes(name)) && <TaxConsequences />}
    >
      {(state) => <Fields state={state} />}
    </SettingsPart>
  )
}

function Fields({ state }: { state: SettingsFormState }) {
  const status = useWatch({ control: state.form.control, name: 'taxStatus' })
  const isUnregistered = status === 'unregistered'
  const isSettled = Boolean(useQuery(settingsQuery).data?.values.taxStatus)
  return (
    <>
      <Standing />
      <SettingGroup title="Registration">
        <RuleField
          form={state.form}
          name="taxStatus"
          hint="Settle this with your accountant. A supplier who is registered must charge tax, and a supplier who is not registered must not."
        >
          {(control) => (
            <select className="select" {...control}>
              {!isSettled && <option value="">Not settled yet</option>}
              <option value="registered">Registered for GST</option>
              <option value="unregistered">Not registered: no tax is charged</option>
            </select>
          )}
        </RuleField>
        <div className="grid gap-6 sm:grid-cols-[1fr_12rem]">
          <TextSetting state={state} name="taxAdviser" hint="The accountant’s name." />
          <TextSetting state={state} name="taxSettledOn" type="date" />
        </div>
        <TextSetting
          state={state}
          name="supplierGstin"
          hint={
            isUnregistered
              ? 'Empty, because you are not registered.'
              : 'With a GSTIN, buyers get tax invoices. Without a GSTIN, they get receipts.'
          }
        />
      </SettingGroup>
      <SettingGroup title="Tax">
        <TextField
          form={state.form}
          name="gstRate"
          hint={isUnregistered ? 'Not charged while you are not registered.' : 'In percent, on top of a tier’s price.'}
          inputMode="numeric"
          controlClass="max-w-32"
        />
        <div className="grid gap-6 sm:grid-cols-[12rem_1fr]">
          <TextSetting state={state} name="sacCode" numeric hint="The services accounting code." />
          <TextSetting state={state} name="sacDescription" />
        </div>
        <div className="grid gap-6 sm:grid-cols-[1fr_12rem]">
          <TextSetting
            state={state}
            name="lutNumber"
            hint="The reference number of the letter. With a letter, members abroad pay no tax in its financial year. Without a letter, they pay IGST."
          />
          <TextSetting state={state} name="lutYear" hint="For example 2026-27." />
        </div>
      </SettingGroup>
      <SettingGroup title="Supplier">
        <TextSetting state={state} name="supplierName" />
        <TextSetting state={state} name="supplierAddress" lines={3} />
        <RuleField form={state.form} name="supplierState" hasDefault>
          {(control) => (
            <select className="select" {...control}>
              <option value="">{stateOf(state.defaults.supplierState)} (the default)</option>
              {gstStates.map(({ code, name }) => (
                <option key={code} value={code}>
                  {code} {name}
                </option>
              ))}
            </select>
          )}
        </RuleField>
      </SettingGroup>
      <SettingGroup title="E-invoices">
        <SwitchSetting
          state={state}
          name="eInvoices"
          hint="Required for a turnover above ₹5 crore. We then email invoices to a GSTIN or abroad, and their credit notes, only after you enter their registration under Books, E-invoices. If you turn this off, all waiting documents are sent immediately without an IRN."
        />
        <div className="grid gap-6 sm:grid-cols-[1fr_12rem]">
          <TextSetting state={state} name="supplierPlace" hint="As in the registration." />
          <TextSetting state={state} name="supplierPin" numeric />
        </div>
      </SettingGroup>
    </>
  )
}

/** Shows whether tax is settled, and what that means for purchases. */
function Standing() {
  const config = useConfig()
  const { data } = useQuery(settingsQuery)
  const { taxStatus, taxAdviser = '', taxSettledOn = '' } = data?.values ?? {}
  if (!config || !data) return null
  const isLive = config.razorpayKeyId.startsWith('rzp_live_')
  return (
    <div className="mb-8">
      {taxStatus ? (
        <Notice tone="success" title="Tax is settled">
          By {taxAdviser}, on {date(taxSettledOn)}.
        </Notice>
      ) : (
        <Notice tone="warning" title={isLive ? 'No one can buy a membership' : 'Tax is not settled'}>
          {isLive
            ? 'The payment keys are live, but tax is not settled. No one can buy a membership until it is.'
            : 'The test keys show GST at the rate below. With live keys, no one can buy a membership until tax is settled.'}
        </Notice>
      )}
    </div>
  )
}
