import { TextField } from '@/ui/fields'
import { reportRecipients } from './report-recipients'
import { SettingGroup, SwitchSetting, TextSetting } from './setting-fields'
import { SettingsPart } from './settings-part'

const names = [
  'reviewVotes',
  'campaignApprovalAbove',
  'purchaseNeedsApproval',
  'bankDetails',
  'offlineSecondAdminAbove',
  'offlineWriteOffUpTo',
  'tdsRateLimit',
  'proformaDays',
  'totpRequired',
  'reportEmail',
  'secondReportEmail',
] as const

/** The settings for the review of nominations, for who can buy, for emails about reports, and for the sign-in of admins. */
export function ReviewPage() {
  return (
    <SettingsPart
      id="review-settings"
      title="Review & purchase"
      lede="How nominations are decided, who can buy a membership, who gets the emails about reports, and how administrators sign in."
      names={names}
    >
      {(state) => (
        <>
          <SettingGroup title="Review">
            <TextField
              form={state.form}
              name="reviewVotes"
              hint="The number of yes votes that an approval needs."
              inputMode="numeric"
              controlClass="max-w-32"
            />
          </SettingGroup>
          <SettingGroup title="Email campaigns">
            <TextField
              form={state.form}
              name="campaignApprovalAbove"
              hint="0 means that no second administrator is needed."
              inputMode="numeric"
              controlClass="max-w-32"
            />
          </SettingGroup>
          <SettingGroup title="Purchase">
            <SwitchSetting
              state={state}
              name="purchaseNeedsApproval"
              hint="Everyone else can see the plans, but must first send a nomination."
            />
          </SettingGroup>
          <SettingGroup title="Offline payments">
            <TextSetting
              state={state}
              name="bankDetails"
              lines={4}
              hint="Shown on proforma invoices, for example the account number, the IFSC code and a UPI address."
            />
            <TextSetting
              state={state}
              name="offlineSecondAdminAbove"
              numeric
              hint="In rupees. Above this amount, the person who entered a payment cannot confirm it. 0 means all payments."
            />
            <TextSetting
              state={state}
              name="offlineWriteOffUpTo"
              numeric
              hint="In rupees, for example for bank charges that were deducted. 0 means that nothing can be written off."
            />
            <TextSetting
              state={state}
              name="tdsRateLimit"
              numeric
              hint="In per cent of the price without GST. TDS above it is refused. 0 means that no TDS is accepted."
            />
            <TextSetting
              state={state}
              name="proformaDays"
              numeric
              hint="The buyer is reminded once, a week before the end. A payment that comes later can still be entered."
            />
          </SettingGroup>
          <SettingGroup title="Reports from members">
            <p className="text-quiet">{reportRecipients(...state.form.watch(['reportEmail', 'secondReportEmail']))}</p>
            <div className="grid gap-6 sm:grid-cols-2">
              <TextSetting state={state} name="reportEmail" type="email" />
              <TextSetting state={state} name="secondReportEmail" type="email" />
            </div>
          </SettingGroup>
          <SettingGroup title="Sign-in of administrators">
            <SwitchSetting
              state={state}
              name="totpRequired"
              hint={`Administrators who have not set it up must do so with an app on their phone before they can continue.${state.asksCode ? '' : ' Set it up for yourself first, under Your account.'}`}
            />
          </SettingGroup>
        </>
      )}
    </SettingsPart>
  )
}
