import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RuleForm } from '@/lib/rule-form'
import { useSettled } from '@/lib/use-settled'
import { Button } from '@/ui/button'
import { fieldId, RuleField } from '@/ui/rule-field'
import { accountsQuery } from './api'

type MemberFieldProps<Name extends string> = { form: RuleForm<Name>; name: Name }

/** Finds a member by name or email address. The value of the field is the id of the account. */
export function MemberField<Name extends string>({ form, name }: MemberFieldProps<Name>) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ name: string; email: string }>()
  const search = useSettled(text.trim(), 250)
  const { data, isFetching } = useQuery(accountsQuery(search))
  const field: string = name
  const label = form.rule(name).label
  const found = search.length > 1 ? (data?.rows ?? []) : []

  function choose(id: string, account?: { name: string; email: string }) {
    form.setValue(field, id, { shouldDirty: true, shouldValidate: id !== '' })
    setChosen(account)
    setText('')
    if (!account) setTimeout(() => document.getElementById(fieldId(form, name))?.focus())
  }

  if (chosen)
    return (
      <div>
        <p className="font-medium">{label}</p>
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4" role="status">
          <span className="min-w-0 break-words">
            {chosen.name} <span className="text-quiet text-sm">{chosen.email}</span>
          </span>
          <Button tone="quiet" onClick={() => choose('')} aria-label={`Choose another ${label.toLowerCase()}`}>
            Change
          </Button>
        </p>
      </div>
    )
  return (
    <div>
      <RuleField form={form} name={name} hint="Type a name or an email address, and choose the member.">
        {({ ref: _ref, onChange: _onChange, name: _name, ...control }) => (
          <input
            type="search"
            className="input"
            autoComplete="off"
            {...control}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </RuleField>
      <p role="status" className="mt-1 text-quiet text-sm">
        {search.length > 1 && (isFetching ? 'Searching…' : found.length === 0 ? 'No member was found.' : '')}
      </p>
      <ul aria-label="Members who were found" className={found.length > 0 ? 'border-base-300 border-t' : ''}>
        {found.map(({ id, name, email }) => (
          <li key={id}>
            <button
              type="button"
              className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 border-base-300 border-b px-2 py-2 text-left hover:bg-base-200"
              onClick={() => choose(id, { name, email })}
            >
              <span className="font-medium">{name}</span> <span className="text-quiet text-sm">{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
