import type { ReactNode, Ref } from 'react'

type FormGroupProps = { title: string; ref?: Ref<HTMLFieldSetElement>; children: ReactNode }

/** A chapter of the form, by its name. Its ref is for taking the reader to its beginning. */
export function FormGroup({ title, ref, children }: FormGroupProps) {
  return (
    <fieldset ref={ref} tabIndex={-1} className="border-base-300 border-t pt-6 focus:outline-none">
      <legend className="float-left mb-5 w-full">
        <h3 className="display-3">{title}</h3>
      </legend>
      <div className="clear-both grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
