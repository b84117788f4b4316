import { useHasTarget } from '@/lib/landing-sections'
import { paths } from '@/lib/paths'
import { useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { RichText } from '@/ui/rich-text'
import { GatheringRing } from './gathering-ring'
import { Picture } from './picture'

export function Hero() {
  const text = useTexts('landing')
  const hasTarget = useHasTarget()
  return (
    <section aria-labelledby="hero-heading" className="relative overflow-hidden">
      <div className="page relative grid items-center gap-y-8 pt-10 md:gap-y-12 md:pt-14 lg:min-h-[42rem] lg:grid-cols-12 lg:py-20">
        <div className="relative z-10 lg:col-span-7">
          <h1 id="hero-heading" className="display-1" {...text.props('hero.title')}>
            {linesOf(text.plain('hero.title')).map((line) => (
              <span key={line} className="block">
                {line}{' '}
              </span>
            ))}
          </h1>
          <p className="lede mt-6 max-w-[34rem] md:mt-8">{text('hero.subtitle')}</p>
          <div className="mt-8 flex flex-wrap gap-4 md:mt-10">
            <ButtonLink to={paths.register} className="px-9">
              {text('hero.join')}
            </ButtonLink>
            {hasTarget(paths.about) && (
              <ButtonLink tone="outline" to={paths.about} className="px-7">
                {text('hero.learnMore')}
              </ButtonLink>
            )}
          </div>
          <RichText {...text.rich('hero.body')} className="mt-6 max-w-[30rem] text-quiet md:mt-8" />
        </div>
        <figure className="relative -mb-[52%] lg:absolute lg:top-1/2 lg:-right-28 lg:mb-0 lg:w-[40rem] lg:-translate-y-1/2 xl:-right-20">
          <Picture
            {...text.picture('hero.image')}
            sizes="(min-width: 64rem) 40rem, 100vw"
            className="aspect-square w-full rounded-full object-cover"
          >
            <GatheringRing />
          </Picture>
        </figure>
      </div>
    </section>
  )
}

/** Splits a tagline of several parts into one line per part. */
function linesOf(title: string): string[] {
  const parts = title.split(', ')
  return parts.map((part, index) => (index < parts.length - 1 ? `${part},` : part))
}
