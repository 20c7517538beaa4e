/** Bounds of every incoming XML text; a text beyond them is refused. */
export const XML_LIMITS = {
  /** Bytes of the file, and characters of the text. */
  size: 1_048_576,
  depth: 100,
  /** Attributes of one element, namespace declarations included. */
  attributes: 64,
  /** Namespace declarations in force at one point: keeps the look-up of a prefix cheap. */
  namespaces: 64,
  elements: 100_000,
} as const
