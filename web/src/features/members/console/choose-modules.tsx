import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moduleGroups, modulesQuery } from '@/lib/modules'
import { Button } from '@/ui/button'
import { useReport } from '@/ui/use-report'
import { useChooseModules } from './api'

/** Asks which modules the office needs. The proposed ones are preselected, and to choose none is an answer too. */
export function ChooseModules() {
  const report = useReport()
  const { data: modules = [] } = useQuery(modulesQuery)
  const { mutateAsync, isPending } = useChooseModules()
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  if (modules.length === 0) return null
  const chosen = modules.filter(({ id, isProposed }) => changed[id] ?? isProposed).map(({ id }) => id)
  return (
    <fieldset className="mt-2">
      <legend className="sr-only">Modules</legend>
      {moduleGroups(modules).map(({ title, group }) => (
        <div key={title} className="mt-2">
          <p className="font-semibold">{title}</p>
          {group.map(({ id, name, sentence }) => (
            <div key={id} className="py-1">
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={chosen.includes(id)}
                  aria-describedby={`${id}-adds`}
                  onChange={({ target: { checked } }) => setChanged({ ...changed, [id]: checked })}
                />
                {name}
              </label>
              <p id={`${id}-adds`} className="text-quiet">
                {sentence}
              </p>
            </div>
          ))}
        </div>
      ))}
      <Button
        tone="outline"
        className="mt-2"
        busy={isPending}
        onClick={() => report(mutateAsync({ modules: chosen }), { failed: 'The modules were not saved' })}
      >
        {chosen.length > 0 ? 'Use these modules' : 'Continue without modules'}
      </Button>
    </fieldset>
  )
}
