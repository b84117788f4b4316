import { type ReactNode, useState } from 'react'
import { Cancelled, isWaitingForAdmin, wantsReauthentication } from '@/lib/api-error'
import { reauthenticateForm } from '@/lib/generated'
import { sendAs, sentForm } from '@/lib/sending'
import { ReauthDialog } from './reauth-dialog'

/** A call that waits for the password, and how it ends. */
type Waiting<Values, Saved> = {
  values: Values
  /** The form that sent the call. With the password, the call still belongs to it. */
  form: string | undefined
  resolve: (answer: Saved) => void
  reject: (error: unknown) => void
}

type DialogOptions<Values> = {
  title: string
  /** The effect of the change. */
  children: ReactNode | ((values: Values) => ReactNode)
  /** The label of the button, and the title of an error, if the call does more than save. */
  submitLabel?: string
  refusalTitle?: string
  /** Whether the admin's own account has two-step sign-in. */
  asksCode?: boolean
}

/**
 * Wraps a call that may need re-authentication: if the server asks for the password, a dialog asks the admin and sends
 * the call again with it. Render the dialog next to the form that uses `save`. If the admin closes the dialog, `save`
 * throws Cancelled, and the form stays as it is.
 */
export function useReauthenticated<Values extends object, Saved>(
  send: (values: Values) => Promise<Saved>,
  { title, children, submitLabel = 'Save', refusalTitle = 'Not saved', asksCode = false }: DialogOptions<Values>,
) {
  const [waiting, setWaiting] = useState<Waiting<Values, Saved>>()

  async function save(values: Values): Promise<Saved> {
    const form = sentForm()
    try {
      return await send(values)
    } catch (error) {
      if (!wantsReauthentication(error)) throw error
      return new Promise((resolve, reject) => setWaiting({ values, form, resolve, reject }))
    }
  }

  const dialog = waiting && (
    <ReauthDialog
      title={title}
      rules={reauthenticateForm}
      asksCode={asksCode}
      submitLabel={submitLabel}
      isDestructive={false}
      refusalTitle={refusalTitle}
      send={async (reauthentication) => {
        try {
          waiting.resolve(await sendAs(waiting.form, () => send({ ...waiting.values, ...reauthentication })))
        } catch (error) {
          // The dialog closes, and the form says that a second admin must confirm.
          if (!isWaitingForAdmin(error)) throw error
          waiting.reject(error)
        }
      }}
      onSent={() => setWaiting(undefined)}
      onClose={() => {
        setWaiting(undefined)
        waiting.reject(new Cancelled())
      }}
    >
      {typeof children === 'function' ? children(waiting.values) : children}
    </ReauthDialog>
  )
  return { save, dialog }
}
