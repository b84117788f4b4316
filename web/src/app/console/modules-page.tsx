import { useQuery } from '@tanstack/react-query'
import { type ModuleRow, useSwitchModule } from '@/features/settings/console/api'
import { moduleGroups, modulesQuery } from '@/lib/modules'
import { LoadError } from '@/ui/empty-state'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { useReport } from '@/ui/use-report'
import { consoleRoutes } from './routes'
import { screensOf } from './screens'

/** The parts of the product that an owner can switch off, with what each adds. */
export function ModulesPage() {
  const modules = useQuery(modulesQuery)
  return (
    <>
      <PageHead
        title="Modules"
        lede="Switch on what your circle uses. A module that is off disappears from all menus, pages and emails, for you and for the members. Its data stays, and is back when you switch it on again."
      />
      {modules.data &&
        moduleGroups(modules.data).map(({ title, group }) => (
          <section key={title} aria-label={title} className="mb-10 max-w-3xl">
            <h2 className="display-3 mb-4">{title}</h2>
            <ul>
              {group.map((module) => (
                <ModuleItem key={module.id} module={module} all={modules.data} />
              ))}
            </ul>
          </section>
        ))}
      {!modules.data && modules.error && (
        <LoadError title="The modules could not be loaded" error={modules.error} onRetry={modules.refetch} />
      )}
      {!modules.data && !modules.error && <Skeleton />}
    </>
  )
}

const list = new Intl.ListFormat('en-GB')

function ModuleItem({ module, all }: { module: ModuleRow; all: readonly ModuleRow[] }) {
  const report = useReport()
  const { mutateAsync, isPending, variables } = useSwitchModule()
  const namesOf = (ids: readonly string[]) =>
    list.format(all.filter(({ id }) => ids.includes(id)).map(({ name }) => name))
  const screens = screensOf(consoleRoutes)
    .filter(({ path, needs }) => !path.includes(':') && module.routes.includes(needs))
    .map(({ title }) => title)
  return (
    <li className="border-base-300 border-b py-6 first:border-t">
      <label className="flex min-h-11 items-center gap-3 font-semibold text-lg">
        <input
          type="checkbox"
          className="checkbox aria-disabled:opacity-60"
          checked={isPending ? variables.isOn : module.isOn}
          aria-disabled={isPending}
          aria-describedby={`${module.id}-adds`}
          onChange={({ target: { checked } }) =>
            !isPending &&
            report(mutateAsync({ id: module.id, isOn: checked }), {
              done: () => ({ title: `${module.name} switched ${checked ? 'on' : 'off'}` }),
              failed: `${module.name} could not be switched ${checked ? 'on' : 'off'}`,
            })
          }
        />
        {module.name}
      </label>
      <div id={`${module.id}-adds`} className="mt-1 text-quiet">
        <p>{module.sentence}</p>
        {screens.length > 0 && <p className="mt-1">Screens: {list.format(screens)}.</p>}
        {module.needs.length > 0 && <p className="mt-1">Needs: {namesOf(module.needs)}.</p>}
        {module.neededBy.length > 0 && <p className="mt-1">Needed by: {namesOf(module.neededBy)}.</p>}
      </div>
      {module.emails.length > 0 && (
        <details className="mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-link">
            {module.emails.length} {module.emails.length === 1 ? 'email' : 'emails'}
          </summary>
          <ul className="mt-1 list-disc pl-5 text-quiet">
            {module.emails.map((subject) => (
              <li key={subject}>{subject}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
