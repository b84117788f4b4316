import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AboutSection } from '../about-section'
import type { Landing } from '../api'
import { footerQuery } from '../api'
import { BenefitsSection } from '../benefits-section'
import { Hero } from '../hero'
import { MembersSection } from '../members-section'
import { TestimonialsSection } from '../testimonials-section'
import { listenTo, type ShowMessage, tell } from './preview-message'

/** One part of the site with texts from the console, as visitors will see it. Nothing in it can be used. */
export function PreviewedSection({ footer }: { footer: ReactNode }) {
  const client = useQueryClient()
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<ShowMessage>()

  useEffect(() => {
    if (window.parent === window) return
    const stop = listenTo<ShowMessage>(
      () => window.parent,
      (message) => {
        if (message.kind !== 'preview-show') return
        client.setQueryData(footerQuery.queryKey, message.landing.footer)
        setShown(message)
      },
    )
    tell(window.parent, { kind: 'preview-ready' })
    return stop
  }, [client])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() =>
      tell(window.parent, { kind: 'preview-height', height: element.offsetHeight }),
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

  return (
    <main ref={box} inert>
      {shown && (shown.section === 'footer' ? footer : <Chapter section={shown.section} landing={shown.landing} />)}
    </main>
  )
}

function Chapter({ section, landing }: { section: string; landing: Landing }) {
  switch (section) {
    case 'about':
      return <AboutSection {...landing.about} />
    case 'features':
      return <BenefitsSection {...landing.features} />
    case 'membership':
      return <MembersSection content={landing.membership.heading} />
    case 'testimonials':
      return <TestimonialsSection {...landing.testimonials} />
    default:
      return <Hero content={landing.hero} />
  }
}
