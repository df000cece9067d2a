import {
  type BaseTemplate,
  check,
  day,
  longText,
  many,
  minutes,
  number,
  one,
  select,
  stars,
  table,
  tags,
  text,
} from './template.ts';

export const recipes: BaseTemplate = {
  ...{ name: 'recipes', title: 'Recipes and meals', category: 'Home and clubs' },
  about: 'Recipes with what they need, and what is cooked when',
  words: 'recipes cooking meals ingredients shopping list food kitchen meal planner dinner groceries',
  tables: [
    table(
      'Ingredients',
      [text('Ingredient'), select('Aisle', 'Vegetables', 'Dairy', 'Dry goods', 'Spices'), check('At home')],
      [
        ['Lentils', 'Dry goods', true],
        ['Carrots', 'Vegetables', null],
        ['Onions', 'Vegetables', true],
        ['Butter', 'Dairy', null],
        ['Flour', 'Dry goods', true],
        ['Apples', 'Vegetables', null],
      ],
      [{ name: 'To buy', where: [['At home', 'is', false]], group: 'Aisle' }],
    ),
    table(
      'Recipes',
      [
        text('Recipe'),
        tags('Kind', 'Breakfast', 'Soup', 'Main', 'Sweet'),
        minutes('Time'),
        number('Servings', { decimalPlaces: 0 }),
        many('Needs', 'Ingredients', 'Recipes'),
        stars('Liked'),
        longText('Steps'),
      ],
      [
        [
          ...(['Lentil soup', ['Soup', 'Main'], 45, 4, ['Lentils', 'Carrots', 'Onions'], 5] as const),
          'Fry the onions.\nAdd the rest and water.\nSimmer for half an hour.',
        ],
        ['Apple pie', ['Sweet'], 90, 8, ['Flour', 'Butter', 'Apples'], 5, null],
        ['Pancakes', ['Breakfast', 'Sweet'], 25, 3, ['Flour', 'Butter'], 4, null],
      ],
      [{ name: 'Quick ones', sort: [['Time', 'asc']] }],
    ),
    table(
      'Meals',
      [text('Meal'), one('Recipe', 'Recipes'), day('Day'), number('People', { decimalPlaces: 0 })],
      [
        ['Monday', 'Lentil soup', 1, 4],
        ['Sunday breakfast', 'Pancakes', 6, 3],
        ['Birthday', 'Apple pie', 9, 8],
      ],
      [{ name: 'Soonest first', sort: [['Day', 'asc']] }],
    ),
  ],
};
