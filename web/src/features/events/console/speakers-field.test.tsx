// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { SpeakersField } from './speakers-field'

const call = vi.hoisted(() => vi.fn())
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

function Fields() {
  const form = useRuleForm('session', sessionForm)
  return <SpeakersField form={form} />
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Fields />
    </QueryClientProvider>,
  )

const choose = (size = 4) => {
  const file = new File(['x'.repeat(size)], 'bina.jpg', { type: 'image/jpeg' })
  fireEvent.change(screen.getByLabelText('Portrait of speaker 1'), { target: { files: [file] } })
}

it('uploads the portrait of a speaker, and removes it', async () => {
  call.mockResolvedValueOnce({ url: '/images/bina.jpg', width: 640, height: 640 })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Add a speaker' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Bina Shah' } })
  choose()
  await screen.findByText('The portrait was uploaded. It is shown once you save.')
  expect(screen.getByRole('img', { name: 'Portrait of Bina Shah' }).getAttribute('src')).toBe('/images/bina.jpg')
  fireEvent.click(screen.getByRole('button', { name: /^Remove.*the portrait/ }))
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
})

it('says why a portrait was not uploaded', async () => {
  call.mockRejectedValueOnce(new Error('offline'))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Add a speaker' }))
  choose()
  await screen.findByText('The portrait could not be uploaded. Please try again.')
  choose(6 << 20)
  await screen.findByText('This image is too large. The limit is 5 MB')
})
