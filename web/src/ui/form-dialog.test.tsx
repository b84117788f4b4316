// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { unanswered } from '@/lib/api-error'
import { only } from '@/lib/form-schema'
import { segmentForm } from '@/lib/generated'
import { sentForm } from '@/lib/sending'
import { TextField } from './fields'
import { FormDialog } from './form-dialog'

afterEach(cleanup)

let finish = () => {}
let fail = (_: Error) => {}

function Page() {
  const [opened, setOpened] = useState<'first' | 'second' | undefined>('first')
  const [hasRecord, setHasRecord] = useState(true)
  return (
    <>
      {opened === 'first' && hasRecord && (
        <FormDialog
          title="First"
          rules={only(segmentForm, 'name')}
          initial={{ name: 'Asha' }}
          send={() =>
            new Promise<void>((resolve, reject) => {
              finish = resolve
              fail = reject
            })
          }
          done="Saved"
          submitLabel="Save"
          refusalTitle="The payment was not refunded"
          fields={(form) => <TextField form={form} name="name" />}
          onClose={() => setOpened(undefined)}
        >
          <p>It saves.</p>
        </FormDialog>
      )}
      <button type="button" onClick={() => setOpened('second')}>
        Open the second
      </button>
      <button type="button" onClick={() => setHasRecord(!hasRecord)}>
        Turn the record
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

it('does not open again after its record has left the page while it is sent', async () => {
  render(<Page />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const turn = screen.getByText('Turn the record')
  await user.click(turn)
  await act(async () => finish())
  await user.click(turn)
  expect(screen.queryByText('It saves.')).toBeNull()
})

it('does not say that a change has failed if its answer is lost', async () => {
  render(<Page />)
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Save' }))
  await act(async () => fail(unanswered()))
  expect(screen.queryByText('The payment was not refunded')).toBeNull()
  expect((await screen.findByRole('alert')).textContent).toBe(`No answer${unanswered().message}`)
})

it('is the same form if it is opened again, and another form with another title or name', async () => {
  const forms: (string | undefined)[] = []
  const open = (title: string, name?: string) =>
    render(
      <FormDialog
        title={title}
        name={name}
        rules={only(segmentForm, 'name')}
        initial={{ name: 'Asha' }}
        send={async () => forms.push(sentForm())}
        done="Saved"
        submitLabel="Save"
        fields={(form) => <TextField form={form} name="name" />}
        onClose={() => {}}
      >
        <p>It saves.</p>
      </FormDialog>,
    )
  for (const [title, name] of [['Report Asha'], ['Report Asha'], ['Report Devi'], ['Report Devi', 'report-2']]) {
    open(title as string, name)
    const count = forms.length
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(forms.length).toBe(count + 1))
    cleanup()
  }
  expect(forms).toEqual(['Report Asha', 'Report Asha', 'Report Devi', 'report-2'])
})
