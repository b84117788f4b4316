// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { only } from '@/lib/form-schema'
import { savedViewForm } from '@/lib/generated'
import { TextField } from './fields'
import { FormDialog } from './form-dialog'

afterEach(cleanup)

let finish = () => {}

function Page() {
  const [opened, setOpened] = useState<'first' | 'second' | undefined>('first')
  return (
    <>
      {opened === 'first' && (
        <FormDialog
          title="First"
          rules={only(savedViewForm, 'name')}
          initial={{ name: 'Asha' }}
          send={() => new Promise<void>((resolve) => (finish = resolve))}
          done="Saved"
          submitLabel="Save"
          fields={(form) => <TextField form={form} name="name" />}
          onClose={() => setOpened(undefined)}
        >
          <p>It saves.</p>
        </FormDialog>
      )}
      <button type="button" onClick={() => setOpened('second')}>
        Open the second
      </button>
      {opened === 'second' && <p>The second</p>}
    </>
  )
}

it('does not close what was opened after it was closed while it is sent', async () => {
  render(<Page />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click((await screen.findAllByText('Close', { selector: 'button' }))[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Open the second' }))
  await act(async () => finish())
  expect(screen.getByText('The second')).toBeTruthy()
})
