import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import { useSettled } from '@/lib/use-settled'
import { EmailLooks } from '@/ui/email-preview'
import { framePreviewQuery } from './api'
import { SettingGroup, TextSetting } from './setting-fields'
import type { SettingsFormState } from './use-settings-form'

/** The settings for the frame around the text of every email. */
export const emailDesignNames = ['emailAccent', 'emailLink', 'emailLogo', 'emailFooter', 'emailAddress'] as const

/** Edits the frame around the text of every email, with a preview. */
export function EmailDesign({ state }: { state: SettingsFormState }) {
  return (
    <>
      <SettingGroup title="Colours of emails">
        <TextSetting
          state={state}
          name="emailAccent"
          hint="The colour of the bar at the top, the ring and the buttons."
        />
        <TextSetting
          state={state}
          name="emailLink"
          hint="The colour of links. It must be easy to read on a white background."
        />
      </SettingGroup>
      <SettingGroup title="Logo of emails">
        <TextSetting
          state={state}
          name="emailLogo"
          hint="The address of an image that was uploaded under Content Management, for example /images/logo.png. It is shown 40 pixels high. If this is empty, emails show the ring and the site’s name."
        />
      </SettingGroup>
      <SettingGroup title="Footer of emails">
        <TextSetting state={state} name="emailFooter" hint="For example a registration number." />
        <TextSetting
          state={state}
          name="emailAddress"
          lines={3}
          hint="The postal address. If this is empty, emails show the place from the contact details."
        />
      </SettingGroup>
      <SettingGroup title="Preview of an email">
        <Preview state={state} />
      </SettingGroup>
    </>
  )
}

function Preview({ state }: { state: SettingsFormState }) {
  const typed = state.form.watch()
  const values = Object.fromEntries(emailDesignNames.map((name) => [name, String(typed[name] ?? '')]))
  const { data, error } = useQuery(framePreviewQuery(useSettled(values)))
  return (
    <>
      {error && <p className="text-error">{messageOf(error, 'The preview could not be created.')}</p>}
      {data && <EmailLooks email={data} />}
    </>
  )
}
