import { type ReactNode, useState } from 'react'
import { wantsReauthentication } from '@/lib/api-error'
import { reauthenticateForm } from '@/lib/generated'
import { ReauthDialog } from './reauth-dialog'

type Asking<Values, Saved> = { values: Values; saved: (answer: Saved) => void; given: () => void; up: () => void }

/**
 * Wraps a call that may need re-authentication: if the server asks for the password, a dialog asks the admin and sends
 * the call again with it. Render the dialog next to the form that uses `save`. Closing it leaves the form unchanged.
 */
export function useReauthenticated<Values extends object, Saved>(
  send: (values: Values) => Promise<Saved>,
  { title, children }: { title: string; children: ReactNode },
) {
  const [asking, setAsking] = useState<Asking<Values, Saved>>()

  async function save(values: Values): Promise<Saved> {
    try {
      return await send(values)
    } catch (error) {
      if (!wantsReauthentication(error)) throw error
      return new Promise((resolve, reject) => {
        const given = () => setAsking(undefined)
        const up = () => {
          given()
          reject(new Error('The password was not given'))
        }
        setAsking({ values, saved: resolve, given, up })
      })
    }
  }

  const dialog = asking && (
    <ReauthDialog
      title={title}
      rules={reauthenticateForm}
      asksCode={false}
      action="Save"
      harmless
      refused="Not saved"
      send={async (reauthentication) => asking.saved(await send({ ...asking.values, ...reauthentication }))}
      onSent={asking.given}
      onClose={asking.up}
    >
      {children}
    </ReauthDialog>
  )
  return { save, dialog }
}
