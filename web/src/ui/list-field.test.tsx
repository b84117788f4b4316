// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { libraryItemForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { ListField } from './fields'

afterEach(cleanup)

it('keeps its lines when the focus leaves it', () => {
  let values: () => unknown = () => undefined
  function Fields() {
    const form = useRuleForm('list-field', libraryItemForm, { initial: { tags: ['LODR', 'ESG'] } })
    values = () => form.getValues('tags')
    return <ListField form={form} name="tags" rows={3} />
  }
  render(<Fields />)
  const field = screen.getByRole('textbox')
  fireEvent.focus(field)
  fireEvent.blur(field)
  expect(values()).toEqual(['LODR', 'ESG'])
  expect(field).toHaveProperty('value', 'LODR\nESG')
})
