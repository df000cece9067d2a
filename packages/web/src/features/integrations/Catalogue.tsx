import { Badge, Button, cx, EmptyState, Icon, type IconType } from '@weft/ui';
import { ArrowUpRight, ChevronDown, CircleCheck, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CatalogueEntry } from './integration-queries.ts';
import { type OwnService, ownServices, type ThirdParty, thirdParties } from './own-services.ts';
import { ServiceTile } from './ServiceTile.tsx';
import { categoryFilters, isSought, purposeOf } from './service-words.ts';

type Category = (typeof categoryFilters)[number]['value'];

/** A card of the catalogue, of a service or of what is our own. */
interface Card {
  readonly type: string;
  readonly label: string;
  readonly purpose: string;
  readonly categories: readonly string[];
  readonly popular: number | null;
  readonly tags: readonly string[];
  readonly icon: IconType | undefined;
  readonly custom: CatalogueEntry['custom'];
  /** Why it cannot be chosen now. */
  readonly whyNot: string | null;
  readonly onPress: () => void;
}

export interface CatalogueProps {
  readonly services: readonly CatalogueEntry[];
  readonly search: string;
  /** How many connections there are, by the type of the service. */
  readonly connected: ReadonlyMap<string, number>;
  /** Why a service cannot be chosen here; null: it can. */
  readonly whyNot?: (entry: CatalogueEntry) => string | null;
  readonly onChoose: (entry: CatalogueEntry) => void;
  /** Null: what is set up in a form itself is not offered. */
  readonly onOwn: ((service: OwnService) => void) | null;
  readonly onThirdParty: ((party: ThirdParty) => void) | null;
  /** Where somebody asks for a service that there is not. */
  readonly requestUrl: string;
}

/** Cards that are shown of the further services before all are asked for. */
const firstShown = 16;

/** Every service that can be connected, by what it is for and by its name. */
export function Catalogue(props: CatalogueProps) {
  const { services, search, connected, whyNot = () => null, onChoose, onOwn, onThirdParty } = props;
  const [category, setCategory] = useState<Category>(null);
  const [all, setAll] = useState(false);
  const cards: Card[] = [
    ...services.map((entry) => ({
      ...{ type: entry.type, label: entry.label, categories: entry.categories, popular: entry.popular },
      ...{ tags: entry.tags, purpose: purposeOf(entry), icon: undefined, whyNot: whyNot(entry) },
      custom: entry.custom,
      onPress: () => onChoose(entry),
    })),
    ...ownServices.flatMap((own) =>
      onOwn === null || services.some(({ type }) => type === own.type)
        ? []
        : [{ ...own, tags: [], custom: null, whyNot: null, onPress: () => onOwn(own) }],
    ),
  ].filter((card) => (category === null || card.categories.includes(category)) && isSought(card, search));
  const popular = cards
    .filter((card) => card.popular !== null)
    .toSorted((a, b) => (a.popular ?? 0) - (b.popular ?? 0));
  const more = cards
    .filter((card) => card.popular === null)
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const shown = all ? more : more.slice(0, firstShown);
  const others =
    category === null && onThirdParty !== null
      ? thirdParties.filter((party) =>
          isSought({ type: '', label: party.name, ...partyWords(party) }, search),
        )
      : [];
  const grid = 'grid grid-cols-4 gap-3 max-[1100px]:grid-cols-3 max-[900px]:grid-cols-2 max-sm:grid-cols-1';
  return (
    <div className="flex flex-col gap-6">
      <fieldset className="flex min-w-0 gap-2 overflow-x-auto py-1">
        <legend className="sr-only">Category</legend>
        {categoryFilters.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={value === category}
            onClick={() => setCategory(value)}
            className={cx(
              'h-7 shrink-0 rounded-full border px-3 font-medium text-base pointer-coarse:h-11',
              value === category
                ? 'border-accent-line bg-accent-tint text-accent-text'
                : 'border-line text-text-muted hover:border-line-strong hover:text-text',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {popular.length > 0 && (
        <Section title="Popular apps">
          <ul className={grid}>
            {popular.map((card) => (
              <ServiceCard key={card.type} card={card} connected={connected.get(card.type) ?? 0} large />
            ))}
          </ul>
        </Section>
      )}
      {more.length > 0 && (
        <Section title="More integrations" count={more.length}>
          <ul className={grid}>
            {shown.map((card) => (
              <ServiceCard key={card.type} card={card} connected={connected.get(card.type) ?? 0} />
            ))}
          </ul>
          {shown.length < more.length && (
            <Button variant="quiet" className="mt-2 -ms-3" onClick={() => setAll(true)}>
              Show all {more.length} <Icon of={ChevronDown} size={14} />
            </Button>
          )}
        </Section>
      )}
      {cards.length === 0 && others.length === 0 && (
        <EmptyState
          icon={SearchX}
          title="No integration found"
          text="Tell us which service you miss."
          action={
            <a
              className="inline-flex h-8 items-center rounded-md border border-line-strong bg-surface px-3 font-medium text-base shadow-1 hover:bg-row-hover"
              href={props.requestUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              Request integration
            </a>
          }
        />
      )}
      {others.length > 0 && (
        <Section title="Or connect to 6,000+ other apps">
          <ul className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
            {others.map((party) => (
              <li key={party.name}>
                <button type="button" className={`${cardLook} h-15`} onClick={() => onThirdParty?.(party)}>
                  <ServiceTile label={party.name} />
                  <CardText label={party.name} second={party.purpose} />
                  <Icon of={ArrowUpRight} className="text-text-subtle" />
                </button>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

/** A service that connects others begins with a webhook of ours. */
const partyWords = ({ purpose }: ThirdParty) => ({
  purpose: `${purpose}, webhook, automation`,
  categories: [],
});

const cardLook =
  'flex w-full items-center gap-3 rounded-lg border bg-surface px-3 text-start hover:border-line-strong hover:shadow-2 disabled:hover:border-line disabled:hover:shadow-none';

function Section(props: { readonly title: string; readonly count?: number; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 font-semibold text-body">
        {props.title}
        {props.count !== undefined && (
          <span className="ms-2 font-normal text-small text-text-subtle">{props.count}</span>
        )}
      </h2>
      {props.children}
    </section>
  );
}

function CardText(props: {
  readonly label: string;
  readonly second?: ReactNode;
  /** However many lines it takes. */
  readonly whole?: boolean;
}) {
  const { label, second, whole = false } = props;
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium text-body">{label}</span>
      {second !== undefined && (
        <span className={`block text-small text-text-muted ${whole ? '' : 'truncate'}`}>{second}</span>
      )}
    </span>
  );
}

function ServiceCard(props: { readonly card: Card; readonly connected: number; readonly large?: boolean }) {
  const { card, connected, large = false } = props;
  const { label, icon, custom, tags, whyNot } = card;
  const count = connected > 0 && (
    <span className="inline-flex items-center gap-1 text-success-text">
      <Icon of={CircleCheck} size={14} />
      {connected} connected
    </span>
  );
  const second = whyNot ?? (count || (large ? card.purpose : undefined));
  return (
    <li>
      <button
        type="button"
        className={`${cardLook} ${large ? 'min-h-17' : 'min-h-11'} ${whyNot === null ? '' : 'text-text-muted'}`}
        disabled={whyNot !== null}
        onClick={card.onPress}
      >
        <ServiceTile label={label} icon={icon} custom={custom} size={large ? 40 : 28} />
        <CardText label={label} whole={whyNot !== null} {...(second !== undefined && { second })} />
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </button>
    </li>
  );
}
