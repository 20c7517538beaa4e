// Language for declaring a document type: one tree gives the type of its values, their writing, reading and validation. Facets are those of
// the official XSD; property order is element order.
import type { Fecha, Monto } from '@yupana/fiscal'

export interface TextLeaf {
  readonly kind: 'text'
  readonly min: number
  readonly max: number | undefined
  /** Alternatives of the XSD's pattern facets; one must match the whole text. */
  readonly patterns: readonly string[]
  readonly choices: readonly string[]
  readonly matcher: RegExp | undefined
  /** The XSD's `[^\n]*`. */
  readonly isSingleLine: boolean
  /** Meaning of the pattern, in Spanish: «debe tener 9 dígitos». */
  readonly rule: string
}

export interface DecimalLeaf<Value extends number = Monto> {
  readonly kind: 'decimal'
  /** Highest number of significant digits; `decimals` of them after the point. */
  readonly digits: number
  readonly decimals: number
  readonly isSigned: boolean
  /** Least number of written decimals, zeros included. */
  readonly shown: number
  /** Only for the compiler, never present: it separates amounts from quantities and percentages. */
  readonly value?: Value
}

/** `dd/mm/aaaa` in the XML, `yyyy-MM-dd` in the value. */
export interface FechaLeaf {
  readonly kind: 'fecha'
}

export interface GroupNode<S extends Shape> {
  readonly kind: 'group'
  readonly fields: S
}

/** A container whose only children are one repeated element: an array under the container's name. */
export interface ListNode<I extends TreeNode> {
  readonly kind: 'list'
  readonly itemName: string
  readonly item: I
  readonly min: 0 | 1
  readonly max: number | undefined
  /** Whether the XSD allows the container several times: all are read as one array, and written in one container. */
  readonly isRepeated: boolean
}

/** An element with data in attributes, and in its text if `content` names a property. */
export interface AttributedNode<K extends string> {
  readonly kind: 'attributed'
  readonly attributes: Readonly<Record<string, TextLeaf>>
  readonly content: { readonly property: K; readonly leaf: TextLeaf } | undefined
}

export interface OptionalNode<N extends TreeNode> {
  readonly kind: 'optional'
  readonly node: N
}

export type Leaf = TextLeaf | DecimalLeaf<number> | FechaLeaf
export type TreeNode = Leaf | GroupNode<Shape> | ListNode<TreeNode> | AttributedNode<string>
export interface Shape {
  readonly [name: string]: TreeNode | OptionalNode<TreeNode>
}

type OptionalKeys<S extends Shape> = { [K in keyof S]: S[K] extends OptionalNode<TreeNode> ? K : never }[keyof S]
type Flat<T> = { [K in keyof T]: T[K] }

export type GroupValue<S extends Shape> = Flat<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: S[K] extends TreeNode ? ValueOf<S[K]> : never } & {
    [K in OptionalKeys<S>]?: (S[K] extends OptionalNode<infer N> ? ValueOf<N> : never) | undefined
  }
>

/** The domain value of a declared node. */
export type ValueOf<N extends TreeNode> = N extends TextLeaf
  ? string
  : N extends DecimalLeaf<infer Value>
    ? Value
    : N extends FechaLeaf
      ? Fecha
      : N extends ListNode<infer I>
        ? readonly ValueOf<I>[]
        : N extends AttributedNode<infer K>
          ? { [P in K]: string }
          : N extends GroupNode<infer S>
            ? GroupValue<S>
            : never

interface TextFacets {
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  readonly singleLine?: boolean
}

const textLeaf = (facets: TextFacets, patterns: readonly string[], rule: string): TextLeaf => ({
  kind: 'text',
  min: facets.min ?? 0,
  max: facets.max,
  patterns,
  choices: facets.choices ?? [],
  matcher: patterns.length > 0 ? new RegExp(`^(?:${patterns.join('|')})$`, 'u') : undefined,
  isSingleLine: facets.singleLine ?? false,
  rule,
})

/** One line of 1 to `max` characters. */
export const line = (max: number): TextLeaf => textLeaf({ min: 1, max, singleLine: true }, [], '')

/** 1 to `max` characters, line breaks allowed. */
export const text = (max: number): TextLeaf => textLeaf({ min: 1, max }, [], '')

/** Text by the XSD's pattern (its alternatives joined by `|` only when given as a list); `rule` says it in Spanish. */
export const code = (pattern: string | readonly string[], rule: string, facets: TextFacets = {}): TextLeaf =>
  textLeaf(facets, typeof pattern === 'string' ? [pattern] : pattern, rule)

export const oneOf = (...choices: readonly string[]): TextLeaf => textLeaf({ choices }, [], `debe ser ${choices.join(' o ')}`)

/** An amount with two decimals. */
export const amount: DecimalLeaf = { kind: 'decimal', digits: 14, decimals: 2, isSigned: false, shown: 2 }

/** An amount with two decimals for which the XSD has no lower bound. */
export const signedAmount: DecimalLeaf = { ...amount, isSigned: true }

/** Unit price: up to six decimals in the x.1.0 versions. */
export const sixDecimals: DecimalLeaf = { kind: 'decimal', digits: 18, decimals: 6, isSigned: false, shown: 2 }

/** A quantity in the format of this amount. */
export const quantity = (leaf: DecimalLeaf): DecimalLeaf<number> => leaf

/** A percentage or another number written without needless zeros. */
export const plainNumber = (digits: number): DecimalLeaf<number> => ({ kind: 'decimal', digits, decimals: 2, isSigned: false, shown: 0 })

export const fecha: FechaLeaf = { kind: 'fecha' }

export const optional = <N extends TreeNode>(node: N): OptionalNode<N> => ({ kind: 'optional', node })

export const group = <const S extends Shape>(fields: S): GroupNode<S> => ({ kind: 'group', fields })

interface ListFacets {
  readonly min?: 0 | 1
  readonly max?: number
  readonly isRepeated?: boolean
}

export const listOf = <I extends TreeNode>(
  itemName: string,
  item: I,
  { min = 1, max, isRepeated = false }: ListFacets = {},
): ListNode<I> => ({
  kind: 'list',
  itemName,
  item,
  min,
  max,
  isRepeated,
})

export const attributed = <K extends string>(attributes: Readonly<Record<K, TextLeaf>>): AttributedNode<K> => ({
  kind: 'attributed',
  attributes,
  content: undefined,
})

export const attributedText = <K extends string, P extends string>(
  attributes: Readonly<Record<K, TextLeaf>>,
  property: P,
  leaf: TextLeaf,
): AttributedNode<K | P> => ({ kind: 'attributed', attributes, content: { property, leaf } })

export const isOptional = (field: TreeNode | OptionalNode<TreeNode>): field is OptionalNode<TreeNode> => field.kind === 'optional'

export const nodeOf = (field: TreeNode | OptionalNode<TreeNode>): TreeNode => (isOptional(field) ? field.node : field)
