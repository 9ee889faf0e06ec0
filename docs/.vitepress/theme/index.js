// The default theme without its fonts, in the product's ink and paper, with the components that show the product.
import DefaultTheme from "vitepress/theme-without-fonts";
import Explainer from "./Explainer.vue";
import Recipe from "./Recipe.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Explainer", Explainer);
    app.component("Recipe", Recipe);
  },
};
