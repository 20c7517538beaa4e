/** Income tax of natural persons, LRTI art. 36, by year: base from, tax up to there, percentage of the excess. */

type Tramo = readonly [desde: number, impuesto: number, porcentaje: number]

export const IMPUESTO_RENTA: readonly {
  readonly anio: number
  readonly confidence: 'V' | 'R'
  readonly note?: string
  readonly tramos: readonly Tramo[]
}[] = [
  {
    anio: 2026,
    confidence: 'V',
    tramos: [
      [0, 0, 0],
      [12208, 0, 5],
      [15549, 167, 10],
      [20188, 631, 12],
      [26700, 1412, 15],
      [35136, 2678, 20],
      [46575, 4965, 25],
      [62005, 8823, 30],
      [82679, 15025, 35],
      [109956, 24572, 37],
    ],
  },
  {
    anio: 2025,
    confidence: 'V',
    tramos: [
      [0, 0, 0],
      [12081, 0, 5],
      [15387, 165, 10],
      [19978, 624, 12],
      [26422, 1398, 15],
      [34770, 2650, 20],
      [46089, 4914, 25],
      [61359, 8731, 30],
      [81817, 14869, 35],
      // Some pages print 23 316; 14 869 + 35 % of 26 993 is 24 316.
      [108810, 24316, 37],
    ],
  },
  {
    anio: 2024,
    confidence: 'V',
    tramos: [
      [0, 0, 0],
      [11902, 0, 5],
      [15159, 163, 10],
      [19682, 615, 12],
      [26031, 1377, 15],
      [34255, 2611, 20],
      [45407, 4841, 25],
      [60450, 8602, 30],
      [80605, 14648, 35],
      [107199, 23956, 37],
    ],
  },
  {
    anio: 2023,
    confidence: 'V',
    tramos: [
      [0, 0, 0],
      [11722, 0, 5],
      [14930, 160, 10],
      [19385, 606, 12],
      [25638, 1356, 15],
      [33738, 2571, 20],
      [44721, 4768, 25],
      [59537, 8472, 30],
      [79388, 14427, 35],
      [105580, 23594, 37],
    ],
  },
  {
    anio: 2022,
    confidence: 'R',
    note: 'De memoria; su aritmética es coherente',
    tramos: [
      [0, 0, 0],
      [11310, 0, 5],
      [14410, 155, 10],
      [18010, 515, 12],
      [21630, 949.4, 15],
      [31630, 2449.4, 20],
      [41630, 4449.4, 25],
      [51630, 6949.4, 30],
      [61630, 9949.4, 35],
      [100000, 23378.9, 37],
    ],
  },
]
